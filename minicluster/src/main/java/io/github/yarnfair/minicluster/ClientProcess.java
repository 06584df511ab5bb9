// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One command of a user or an administrator, such as {@code yarn queue}, in a process of its own.
 * Standard output and standard error go to the files {@code out} and {@code err} of its directory.
 */
public final class ClientProcess implements AutoCloseable {
  private final String name;
  private final Path directory;
  private final Process process;

  private ClientProcess(String name, Path directory, Process process) {
    this.name = name;
    this.directory = directory;
    this.process = process;
  }

  /**
   * Starts a command.
   *
   * @param command of the process, the program first
   * @param directory where it runs; it is created
   * @param environment added to that of this JVM
   */
  static ClientProcess start(List<String> command, Path directory, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(Files.createDirectories(directory).toFile())
            .redirectOutput(directory.resolve("out").toFile())
            .redirectError(directory.resolve("err").toFile());
    builder.environment().putAll(environment);
    return new ClientProcess(directory.getFileName().toString(), directory, builder.start());
  }

  /** What it has written to standard output until now. */
  public String output() {
    return read("out");
  }

  /** What it has written to standard error until now. */
  public String errors() {
    return read("err");
  }

  private String read(String file) {
    try {
      // Its last character may be written in part.
      return new String(Files.readAllBytes(directory.resolve(file)), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new ClusterException("cannot read what " + name + " wrote", e);
    }
  }

  /** Types a line, as at a terminal. */
  public void type(String line) throws IOException {
    process.outputWriter(StandardCharsets.UTF_8).append(line).append('\n').flush();
  }

  /**
   * Waits until the command ends.
   *
   * @return its exit status, 0 to 255
   * @throws ClusterException if it still runs after {@code patience}; the message has what it wrote
   */
  public int awaitExit(Duration patience) throws InterruptedException {
    if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new ClusterException(
          "%s still runs after %s:%n%s%n%s".formatted(name, patience, output(), errors()), null);
    }
    return process.exitValue();
  }

  /** Ends the command, and what it started, if it still runs. */
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  @Override
  public String toString() {
    return name;
  }
}
