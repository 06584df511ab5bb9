// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls;

import io.github.yarnfair.sls.load.LoadFigures;
import io.github.yarnfair.sls.load.LoadRun;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the simulator in a JVM of its own, started with this one's class path. */
final class LoadProcess {
  /** For the boot, the registration of the nodes, and a machine that is slow. */
  private static final int SPARE_SECONDS = 900;

  private LoadProcess() {}

  /**
   * Runs it to its end; its log is {@code log} in the directory.
   *
   * @throws IOException if it fails or does not end in time
   */
  static LoadFigures run(RunDirectory directory, LoadSettings settings)
      throws IOException, InterruptedException {
    LoadFigures.delete(directory.path());
    directory.write();
    File log = directory.path().resolve("log").toFile();
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx" + settings.heap(),
                    "-Xms" + settings.heap(),
                    "-XX:+UseSerialGC",
                    "-Dhadoop.log.dir=" + directory.path().resolve("logs"),
                    "-cp",
                    directory.conf() + File.pathSeparator + System.getProperty("java.class.path"),
                    LoadRun.class.getName(),
                    directory.path().toString()))
            .redirectErrorStream(true)
            .redirectOutput(log)
            .start();
    Thread killer = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(killer);
    try {
      int limit = settings.warmUpSeconds() + settings.seconds() + SPARE_SECONDS;
      if (!process.waitFor(limit, TimeUnit.SECONDS)) {
        throw new IOException("no end after " + limit + " s, see " + log);
      }
    } finally {
      process.destroyForcibly();
      Runtime.getRuntime().removeShutdownHook(killer);
    }
    if (process.exitValue() != 0) {
      throw new IOException("exit status " + process.exitValue() + ", see " + log);
    }
    return LoadFigures.read(directory.path());
  }
}
