// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.frameworks;

import io.github.yarnfair.minicluster.ClientHost;
import io.github.yarnfair.minicluster.ClientProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.examples.ExampleDriver;
import org.apache.hadoop.util.ClassUtil;
import org.apache.hadoop.yarn.applications.distributedshell.ApplicationMaster;
import org.apache.hadoop.yarn.applications.distributedshell.Client;

/** The commands by which users submit applications of each framework. */
final class Submission {
  static final String DISTRIBUTED_SHELL = "YARN";
  static final String MAP_REDUCE = "MAPREDUCE";
  static final String SPARK = "SPARK";

  /** What bin/spark-submit gives a JVM since Java 17. */
  private static final List<String> SPARK_OPENS =
      Stream.of(
              "java.lang",
              "java.lang.invoke",
              "java.lang.reflect",
              "java.io",
              "java.net",
              "java.nio",
              "java.util",
              "java.util.concurrent",
              "java.util.concurrent.atomic",
              "sun.nio.ch",
              "sun.nio.cs",
              "sun.security.action",
              "sun.util.calendar")
          .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")
          .toList();

  private Submission() {}

  /**
   * Distributed shell whose containers end when a file exists.
   *
   * @param specification such as {@code a(3),NOTIN,NODE,a}
   */
  static ClientProcess distributedShell(ClientHost host, String specification, Path gate)
      throws IOException {
    Path script = gate.resolveSibling(gate.getFileName() + ".sh");
    Files.writeString(script, "until [ -e " + gate + " ]; do sleep 0.2; done\n");
    return host.start(
        Client.class,
        "--jar",
        ClassUtil.findContainingJar(ApplicationMaster.class),
        "--queue",
        FrameworkCluster.OPEN_QUEUE,
        "--shell_command",
        "sh " + script,
        "--placement_spec",
        specification,
        "--master_memory",
        "512",
        "--container_memory",
        "128");
  }

  /**
   * MapReduce's own example that counts words, with a task for each file and two to merge.
   *
   * @param tag of the application
   */
  static ClientProcess wordCount(ClientHost host, Path input, Path output, String tag)
      throws IOException {
    List<String> arguments = new ArrayList<>(List.of("wordcount"));
    Map.of(
            "mapreduce.job.queuename", FrameworkCluster.OPEN_QUEUE,
            "mapreduce.job.tags", tag,
            "mapreduce.job.reduces", "2",
            "mapreduce.job.reduce.slowstart.completedmaps", "1",
            "mapreduce.task.io.sort.mb", "10",
            "mapreduce.map.memory.mb", "256",
            "mapreduce.reduce.memory.mb", "256",
            "yarn.app.mapreduce.am.resource.mb", "512")
        .forEach((key, value) -> arguments.add("-D" + key + "=" + value));
    arguments.add("-Dmapreduce.map.java.opts=-Xmx160m");
    arguments.add("-Dmapreduce.reduce.java.opts=-Xmx160m");
    arguments.add("-Dyarn.app.mapreduce.am.command-opts=-Xmx320m");
    arguments.add(input.toString());
    arguments.add(output.toString());
    return host.start(ExampleDriver.class, arguments.toArray(String[]::new));
  }

  /**
   * Spark's submission of the job of {@code frameworks/spark}.
   *
   * @param conf further keys
   * @param gate file that the tasks wait for
   * @param result file that the job writes
   */
  static ClientProcess spark(
      ClientHost host,
      String mode,
      String queue,
      Map<String, String> conf,
      int executors,
      Path gate,
      Path result)
      throws IOException {
    String classPath = Files.readString(Path.of(property("yarnfair.sparkClassPath"))).strip();
    String job = property("yarnfair.sparkJob");
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--master", "yarn", "--deploy-mode", mode, "--queue", queue));
    arguments.addAll(List.of("--class", "io.github.yarnfair.frameworks.spark.Pi"));
    sparkKeys(classPath, executors).forEach(key -> arguments.addAll(List.of("--conf", key)));
    conf.forEach((key, value) -> arguments.addAll(List.of("--conf", key + "=" + value)));
    arguments.addAll(List.of(job, Integer.toString(2 * executors)));
    arguments.addAll(List.of(gate.toString(), result.toString()));
    List<String> options = new ArrayList<>(SPARK_OPENS);
    options.add("-Xmx640m");
    return host.start(
        classPath,
        options,
        Map.of("SPARK_LOCAL_IP", "127.0.0.1", "SPARK_LOCAL_HOSTNAME", "localhost"),
        "org.apache.spark.deploy.SparkSubmit",
        arguments.toArray(String[]::new));
  }

  private static List<String> sparkKeys(String classPath, int executors) {
    return List.of(
        "spark.yarn.jars=local:" + classPath.replace(":", ",local:"),
        "spark.yarn.populateHadoopClasspath=false",
        "spark.yarn.maxAppAttempts=1",
        "spark.yarn.am.memory=512m",
        "spark.yarn.am.memoryOverhead=128m",
        "spark.driver.memory=512m",
        "spark.driver.memoryOverhead=128m",
        "spark.executor.memory=512m",
        "spark.executor.memoryOverhead=128m",
        "spark.executor.cores=1",
        "spark.executor.instances=" + executors,
        // Tasks start with the executors that there are.
        "spark.scheduler.minRegisteredResourcesRatio=0",
        "spark.ui.enabled=false",
        "spark.yarn.appMasterEnv.SPARK_LOCAL_IP=127.0.0.1",
        "spark.yarn.appMasterEnv.SPARK_LOCAL_HOSTNAME=localhost",
        "spark.executorEnv.SPARK_LOCAL_IP=127.0.0.1");
  }

  private static String property(String name) {
    String value = System.getProperty(name);
    if (value == null) {
      throw new IllegalStateException(
          "system property " + name + ": expected a file that the build of frameworks/spark makes");
    }
    return value;
  }
}
