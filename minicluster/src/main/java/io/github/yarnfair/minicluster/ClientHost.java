// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A machine from which users and administrators run commands: it has the cluster's configuration,
 * and each command is a process of its own.
 */
public final class ClientHost implements AutoCloseable {
  private final Path confDirectory;
  private final Path directory;
  private final List<ClientProcess> started = new ArrayList<>();

  /**
   * A host for a cluster.
   *
   * @param confDirectory has {@code yarn-site.xml}, with the addresses of the cluster
   * @param directory for the files of the commands, a directory for each
   */
  public ClientHost(Path confDirectory, Path directory) {
    this.confDirectory = confDirectory;
    this.directory = directory.toAbsolutePath();
  }

  /** Starts a Java program of this JVM's class path. */
  public ClientProcess start(Class<?> program, String... arguments) throws IOException {
    return startAs(System.getProperty("user.name"), program, arguments);
  }

  /**
   * Starts a Java program of this JVM's class path as another user, on a cluster that believes it.
   */
  public ClientProcess startAs(String user, Class<?> program, String... arguments)
      throws IOException {
    return start(
        YarnProcess.ownClassPath(),
        List.of(),
        Map.of("HADOOP_USER_NAME", user),
        program.getName(),
        arguments);
  }

  /**
   * Starts a Java program with a class path of its own, behind the cluster's configuration.
   *
   * @param options of the JVM
   * @param environment added to that of this JVM; {@code HADOOP_CONF_DIR} is set in any case
   */
  public synchronized ClientProcess start(
      String classPath,
      List<String> options,
      Map<String, String> environment,
      String mainClass,
      String... arguments)
      throws IOException {
    Map<String, String> all = new HashMap<>(environment);
    all.put("HADOOP_CONF_DIR", confDirectory.toString());
    all.put("JAVA_HOME", System.getProperty("java.home"));
    all.put("TERM", "dumb"); // Output has no control sequences.
    List<String> allOptions = new ArrayList<>(options);
    // What frameworks stage for their applications goes to the user's home.
    allOptions.add("-Duser.home=" + directory.resolve("home"));
    String name = mainClass.substring(mainClass.lastIndexOf('.') + 1);
    ClientProcess process =
        ClientProcess.start(
            QuickStart.command(
                YarnProcess.HEAP_MB,
                confDirectory + File.pathSeparator + classPath,
                allOptions,
                mainClass,
                List.of(arguments)),
            directory.resolve("%02d-%s".formatted(started.size(), name)),
            all);
    started.add(process);
    return process;
  }

  /** Ends the commands that still run. */
  @Override
  public synchronized void close() {
    started.forEach(ClientProcess::close);
  }
}
