// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One server of a cluster, in a process of its own, which may be killed and stopped. */
final class YarnProcess {
  static final int HEAP_MB = 384;

  private final String mainClass;
  private final Path directory;
  private final List<String> arguments;
  private Process process;

  private YarnProcess(String mainClass, Path directory, List<String> arguments) throws IOException {
    this.mainClass = mainClass;
    this.directory = directory;
    this.arguments = arguments;
    process = start();
  }

  /**
   * Starts a server.
   *
   * @param directory has its files: {@code conf}, which is first on its class path, and {@code log}
   * @param arguments of its {@code main}
   */
  static YarnProcess start(String mainClass, Path directory, String... arguments)
      throws IOException {
    return new YarnProcess(mainClass, directory, List.of(arguments));
  }

  private Process start() throws IOException {
    List<String> command =
        QuickStart.command(
            HEAP_MB,
            directory.resolve("conf") + File.pathSeparator + ownClassPath(),
            List.of("-Dzookeeper.admin.enableServer=false"),
            mainClass,
            arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(Files.createDirectories(directory).toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("log").toFile()));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return builder.start();
  }

  /** This JVM's class path, for a process that runs in another directory. */
  static String ownClassPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> new File(entry).getAbsolutePath())
        .collect(Collectors.joining(File.pathSeparator));
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Ends the process as a power failure would: it does nothing any more. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Starts the server again, with the same files. */
  void restart() throws IOException {
    process = start();
  }

  /** Lets the process do nothing until {@link #resume}: it hangs, with its connections open. */
  void pause() throws IOException, InterruptedException {
    signal("STOP");
  }

  void resume() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    Process signal = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    if (!signal.waitFor(10, TimeUnit.SECONDS) || signal.exitValue() != 0) {
      throw new IOException("cannot send " + name + " to " + directory.getFileName());
    }
  }

  @Override
  public String toString() {
    return directory + (isAlive() ? "" : " has ended");
  }
}
