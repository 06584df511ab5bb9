// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures a cell in a JVM of its own, started with this one's class path. */
final class CellProcess {
  /** How such a JVM is started. */
  static final List<String> JVM_OPTIONS = List.of("-Xms3g", "-Xmx3g", "-XX:+UseSerialGC");

  private final BenchSettings settings;

  CellProcess(BenchSettings settings) {
    this.settings = settings;
  }

  /**
   * Measures in another JVM, whose output goes to this one's.
   *
   * @throws IOException if the JVM fails
   */
  BenchResult measure(BenchScheduler scheduler, ClusterCell cell)
      throws IOException, InterruptedException {
    Path json = Files.createTempFile("run-rm", ".json");
    try {
      Process process =
          new ProcessBuilder(command(scheduler, cell, json))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      int status = process.waitFor();
      if (status != 0) {
        throw new IOException("%s, %s: exit status %d".formatted(scheduler.label(), cell, status));
      }
      return BenchResults.read(json).results().get(0);
    } finally {
      Files.delete(json);
    }
  }

  private List<String> command(BenchScheduler scheduler, ClusterCell cell, Path json) {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(JVM_OPTIONS);
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            RmBench.class.getName(),
            "--here",
            "--schedulers=" + scheduler.name(),
            "--cells=" + cell,
            "--seed=" + settings.seed(),
            "--json=" + json));
    if (settings.quick()) {
      command.add("--quick");
    }
    if (!settings.gpus()) {
      command.add("--without-gpus");
    }
    if (settings.isContended()) {
      command.addAll(
          List.of(
              "--contended",
              "--masters=" + settings.masters(),
              "--master-interval-ms=" + settings.intervalMillis()));
    }
    settings.options().forEach((key, value) -> command.add("-D" + key + "=" + value));
    return command;
  }
}
