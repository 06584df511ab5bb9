// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM with this one's class path behind a configuration directory. It ends with this JVM at the
 * latest. What it prints goes to the file {@code out} of its directory.
 */
final class JavaProcess implements AutoCloseable {
  private final Process process;
  private final Path out;
  private final Thread killer;

  private JavaProcess(Process process, Path out) {
    this.process = process;
    this.out = out;
    killer = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(killer);
  }

  /**
   * Starts a class.
   *
   * @param directory of its logs; it is created
   * @param options of the virtual machine
   * @param command the class, and its arguments
   */
  static JavaProcess start(Path directory, Path conf, List<String> options, String... command)
      throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    all.addAll(options);
    all.add("-Dhadoop.log.dir=" + Files.createDirectories(directory));
    all.addAll(List.of("-cp", conf + File.pathSeparator + System.getProperty("java.class.path")));
    all.addAll(List.of(command));
    Path out = directory.resolve("out");
    return new JavaProcess(
        new ProcessBuilder(all).redirectErrorStream(true).redirectOutput(out.toFile()).start(),
        out);
  }

  long pid() {
    return process.pid();
  }

  /**
   * @throws IOException if the process has ended
   */
  void checkRuns() throws IOException {
    if (!process.isAlive()) {
      throw new IOException("exit status %d, see %s".formatted(process.exitValue(), out));
    }
  }

  /**
   * Waits for its end.
   *
   * @throws IOException if it fails or does not end in time
   */
  void await(Duration patience) throws IOException, InterruptedException {
    if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IOException("no end after %d s, see %s".formatted(patience.toSeconds(), out));
    }
    if (process.exitValue() != 0) {
      checkRuns();
    }
  }

  /** Ends it, if it still runs, and waits for the end. */
  @Override
  public void close() throws InterruptedException {
    process.destroyForcibly().waitFor();
    Runtime.getRuntime().removeShutdownHook(killer);
  }
}
