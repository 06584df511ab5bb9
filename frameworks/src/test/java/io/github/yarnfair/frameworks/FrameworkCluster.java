// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.frameworks;

import io.github.yarnfair.host.FreePorts;
import io.github.yarnfair.minicluster.ClientHost;
import io.github.yarnfair.minicluster.ClientProcess;
import io.github.yarnfair.minicluster.HeterogeneousCluster;
import io.github.yarnfair.minicluster.Job;
import io.github.yarnfair.minicluster.JobSubmission;
import io.github.yarnfair.minicluster.NodeShape;
import io.github.yarnfair.minicluster.ProcessCluster;
import io.github.yarnfair.minicluster.TaskDemand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.ShuffleHandler;
import org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ContainerReport;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;

/**
 * A ResourceManager, three NodeManagers of 4 GB and 4 vcores with MapReduce's shuffle service, and
 * MapReduce's history server, each a process; and the queues that frameworks run in.
 */
final class FrameworkCluster implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(120);

  /** A queue without a cap. */
  static final String OPEN_QUEUE = "root.open";

  /** A queue that may hold {@link #CAP} vcores. */
  static final String CAPPED_QUEUE = "root.capped";

  static final int CAP = 3;
  static final int VCORES = 12;

  final Path directory;
  final ClientHost host;
  final YarnClient client;
  private final ProcessCluster processes;

  private FrameworkCluster(Path directory, ProcessCluster processes) {
    this.directory = directory;
    this.processes = processes;
    host = new ClientHost(processes.confDirectory(), directory.resolve("commands"));
    client = processes.newClient();
  }

  static FrameworkCluster start(Class<? extends ResourceScheduler> scheduler)
      throws IOException, InterruptedException {
    Path directory = Path.of("target", scheduler.getSimpleName()).toAbsolutePath();
    List<NodeShape> nodes =
        Stream.of("n1", "n2", "n3").map(name -> NodeShape.of(name, 4096, VCORES / 3)).toList();
    ProcessCluster processes =
        ProcessCluster.start(directory, 1, settings(scheduler, directory), queues(), nodes);
    FrameworkCluster cluster = new FrameworkCluster(directory, processes);
    cluster.host.start(JobHistoryServer.class);
    return cluster;
  }

  private static Map<String, String> settings(
      Class<? extends ResourceScheduler> scheduler, Path directory) throws IOException {
    Map<String, String> settings = new HashMap<>();
    settings.put(YarnConfiguration.RM_SCHEDULER, scheduler.getName());
    settings.put(
        YarnConfiguration.RM_PLACEMENT_CONSTRAINTS_HANDLER,
        YarnConfiguration.SCHEDULER_RM_PLACEMENT_CONSTRAINTS_HANDLER);
    settings.put(YarnConfiguration.NM_AUX_SERVICES, ShuffleHandler.MAPREDUCE_SHUFFLE_SERVICEID);
    settings.put("mapreduce.framework.name", "yarn");
    settings.put("mapreduce.shuffle.port", "0");
    // Of masters and MapReduce's tasks; Spark brings its own.
    settings.put(
        YarnConfiguration.YARN_APPLICATION_CLASSPATH,
        directory.resolve("client").resolve("conf")
            + ","
            + System.getProperty("java.class.path").replace(File.pathSeparator, ","));
    settings.put("yarn.app.mapreduce.am.staging-dir", directory.resolve("staging").toString());
    int[] ports = FreePorts.find(3);
    List<String> addresses = List.of("address", "webapp.address", "admin.address");
    for (int i = 0; i < ports.length; i++) {
      settings.put("mapreduce.jobhistory." + addresses.get(i), "localhost:" + ports[i]);
    }
    return settings;
  }

  private static Map<String, String> queues() {
    String prefix = "yarn.scheduler.capacity.";
    return Map.of(
        prefix + "root.queues", "open,capped",
        prefix + OPEN_QUEUE + ".capacity", "1w",
        prefix + CAPPED_QUEUE + ".capacity", "1w",
        prefix + CAPPED_QUEUE + ".maximum-capacity", "[vcores=" + CAP + "]",
        prefix + "maximum-am-resource-percent", "0.5");
  }

  /** An application of equal tasks without end, which holds that many vcores. */
  ApplicationId hold(int vcores) throws YarnException, IOException {
    Duration forLong = Duration.ofHours(1);
    ApplicationId id =
        new JobSubmission(processes.confDirectory(), client)
            .submit(
                new Job(
                    OPEN_QUEUE,
                    TaskDemand.parse("memory-mb=64,vcores=1"),
                    forLong,
                    forLong,
                    vcores,
                    1),
                null);
    await(vcores + " vcores to be held", () -> tasks(id).size() == vcores);
    return id;
  }

  /** Waits until one application that has not ended is of that type; returns it. */
  ApplicationId awaitApplication(String type, ClientProcess submission) {
    await(
        "an application of type " + type,
        () -> !submission.isAlive() || !applications(type).isEmpty());
    List<ApplicationReport> found = applications(type);
    if (found.isEmpty()) {
      throw new AssertionError(submission.output() + submission.errors());
    }
    return found.get(0).getApplicationId();
  }

  private List<ApplicationReport> applications(String type) {
    try {
      return client.getApplications(
          Set.of(type),
          EnumSet.of(
              YarnApplicationState.SUBMITTED,
              YarnApplicationState.ACCEPTED,
              YarnApplicationState.RUNNING));
    } catch (YarnException | IOException e) {
      throw new AssertionError(e);
    }
  }

  ApplicationReport report(ApplicationId id) {
    try {
      return client.getApplicationReport(id);
    } catch (YarnException | IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Containers of an application that run, without its master's. */
  List<ContainerReport> tasks(ApplicationId id) {
    try {
      return client.getContainers(report(id).getCurrentApplicationAttemptId()).stream()
          .filter(container -> container.getContainerState() == ContainerState.RUNNING)
          .filter(container -> container.getContainerId().getContainerId() > 1)
          .toList();
    } catch (YarnException | IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Nodes of an application's containers, by name and port, without its master's. */
  Map<String, Long> tasksByNode(ApplicationId id) {
    return tasks(id).stream()
        .collect(
            Collectors.groupingBy(
                container -> container.getAssignedNode().toString(), Collectors.counting()));
  }

  /** What the scheduler answers to the question what an application waits for, as JSON. */
  String explanation(ApplicationId id) {
    return String.valueOf(
        processes.ask("/ws/v1/cluster/scheduler/explain/app/" + id + "?user.name=admin"));
  }

  /** Waits until no container is left. */
  void awaitEmpty() {
    await(
        "the end of all containers",
        () ->
            processes.runningContainers().isEmpty()
                && String.valueOf(processes.ask("/ws/v1/cluster/metrics"))
                    .contains("\"containersAllocated\":0,"));
  }

  static void await(String what, BooleanSupplier condition) {
    HeterogeneousCluster.await(what, PATIENCE, condition);
  }

  @Override
  public void close() throws InterruptedException {
    host.close();
    client.stop();
    processes.close();
  }
}
