// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.client.api.AMRMClient;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.NMClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/**
 * A small ApplicationMaster: it runs tasks, each a process that sleeps, and asks for a new one as
 * each ends. Tasks of several demand vectors are parts of a job that is of use only if as many of
 * each run: none is asked for far ahead of the others. It stops when its tasks are done, when a
 * file appears, or when it is killed. Needs {@code yarn-site.xml} and {@code resource-types.xml} on
 * its class path.
 */
@Command(name = "TaskMaster", description = "Runs sleeping tasks on YARN.")
public final class TaskMaster implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(TaskMaster.class);
  private static final long HEARTBEAT_MS = 300;
  private static final int TOLERATED_FAILURES = 20;

  /** How often in a row a call may end like one that a stopping ResourceManager was answering. */
  private static final int TOLERATED_INTERRUPTIONS = 20;

  @Option(
      names = "--demand",
      required = true,
      converter = PartConverter.class,
      description =
          "what one task needs, e.g. memory-mb=1024,vcores=1,yarn.io/gpu=1, with @LABEL behind it"
              + " if it needs nodes with a label; several if a job is made of several")
  private List<JobPart> demands = List.of();

  @Option(names = "--tasks", description = "number of tasks of each demand (default: endless)")
  private long tasks = Long.MAX_VALUE;

  @Option(
      names = "--pending",
      description =
          "tasks asked for at a time, and how many more may run than of another demand"
              + " (default: 40)")
  private int pending = 40;

  @Option(names = "--min-millis", description = "shortest task (default: 4000)")
  private long minMillis = 4000;

  @Option(names = "--max-millis", description = "longest task (default: 8000)")
  private long maxMillis = 8000;

  @Option(names = "--seed", description = "of the task durations (default: 1)")
  private long seed = 1;

  @Option(names = "--until-exists", description = "file whose appearance ends the job")
  private @Nullable Path endSign;

  private final List<Part> parts = new ArrayList<>();
  private SplittableRandom random = new SplittableRandom(seed);
  private int failed;

  /** Those that the master before this one has left. */
  private List<Container> keptTasks = List.of();

  /** The tasks of one demand. */
  private static final class Part {
    private final JobPart wanted;
    private final Deque<ContainerRequest> asked = new ArrayDeque<>();
    private final Set<ContainerId> running = new HashSet<>();
    private long done;

    Part(JobPart wanted) {
      this.wanted = wanted;
    }
  }

  /** Ends with status 0 if all went well, 1 if tasks or the cluster failed, 2 on bad arguments. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new TaskMaster()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    random = new SplittableRandom(seed);
    YarnConfiguration conf = new YarnConfiguration();
    try (AMRMClient<ContainerRequest> rm = AMRMClient.createAMRMClient();
        NMClient nodes = NMClient.createNMClient()) {
      // The ResourceManager kills what still runs when the application ends; no need to ask twice.
      nodes.cleanupRunningContainersOnStop(false);
      rm.init(conf);
      rm.start();
      nodes.init(conf);
      nodes.start();
      keptTasks =
          rm.registerApplicationMaster("localhost", -1, "").getContainersFromPreviousAttempts();
      run(rm, nodes);
      boolean good = failed <= TOLERATED_FAILURES;
      rm.unregisterApplicationMaster(
          good ? FinalApplicationStatus.SUCCEEDED : FinalApplicationStatus.FAILED,
          done() + " tasks done, " + failed + " failed",
          "");
      return good ? 0 : 1;
    }
  }

  void run(AMRMClient<ContainerRequest> rm, NMClient nodes)
      throws YarnException, IOException, InterruptedException {
    demands.forEach(demand -> parts.add(new Part(demand)));
    keptTasks.forEach(task -> part(task).running.add(task.getId()));
    while (done() < tasks && failed <= TOLERATED_FAILURES && !isToEnd()) {
      ask(rm);
      AllocateResponse response = heartbeat(rm);
      response.getCompletedContainersStatuses().forEach(this::taskEnded);
      for (Container container : response.getAllocatedContainers()) {
        startTask(container, rm, nodes);
      }
      Thread.sleep(HEARTBEAT_MS);
    }
  }

  private boolean isToEnd() {
    return endSign != null && Files.exists(endSign);
  }

  /** How many tasks of each part are done, at least. */
  private long done() {
    return parts.stream().mapToLong(part -> part.done).min().orElse(0);
  }

  private void ask(AMRMClient<ContainerRequest> rm) {
    int least = parts.stream().mapToInt(part -> part.running.size()).min().orElse(0);
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      int ahead = part.running.size() - least;
      long most = Math.min(pending - ahead, tasks - part.done - part.running.size());
      String label = part.wanted.label();
      while (part.asked.size() < most) {
        ContainerRequest request =
            ContainerRequest.newBuilder()
                .capability(part.wanted.demand().toResource())
                .priority(Priority.newInstance(i + 1))
                .nodeLabelsExpression(label.isEmpty() ? null : label)
                .build();
        part.asked.add(request);
        rm.addContainerRequest(request);
      }
    }
  }

  /**
   * A ResourceManager that stops interrupts the calls it is answering, which fail with what its
   * threads throw then; to ask again finds the next one.
   */
  private AllocateResponse heartbeat(AMRMClient<ContainerRequest> rm)
      throws YarnException, IOException, InterruptedException {
    float progress = tasks == Long.MAX_VALUE ? 0 : (float) done() / tasks;
    for (int interruptions = 0; ; interruptions++) {
      try {
        return rm.allocate(progress);
      } catch (YarnRuntimeException e) {
        if (interruptions == TOLERATED_INTERRUPTIONS) {
          throw e;
        }
        LOG.warn("No answer from the ResourceManager; asking again", e);
        Thread.sleep(HEARTBEAT_MS);
      }
    }
  }

  private Part part(Container container) {
    return parts.get(container.getPriority().getPriority() - 1);
  }

  private void startTask(Container container, AMRMClient<ContainerRequest> rm, NMClient nodes) {
    Part part = part(container);
    ContainerRequest request = part.asked.poll();
    if (request == null) {
      // The ResourceManager may grant once more before it hears that the number has gone down.
      rm.releaseAssignedContainer(container.getId());
      return;
    }
    rm.removeContainerRequest(request);
    part.running.add(container.getId());
    try {
      nodes.startContainer(container, sleep(random.nextLong(minMillis, maxMillis + 1)));
    } catch (YarnException | IOException e) {
      LOG.warn("Cannot start {} on {}; asking again", container.getId(), container.getNodeId(), e);
      rm.releaseAssignedContainer(container.getId());
    }
  }

  private static ContainerLaunchContext sleep(long millis) {
    String command = "exec sleep " + millis / 1000 + "." + String.format("%03d", millis % 1000);
    return ContainerLaunchContext.newInstance(
        Map.of(), Map.of(), List.of(command), Map.<String, ByteBuffer>of(), null, Map.of());
  }

  private void taskEnded(ContainerStatus status) {
    Optional<Part> ended =
        parts.stream().filter(part -> part.running.remove(status.getContainerId())).findFirst();
    if (ended.isEmpty()) {
      return;
    }
    if (status.getExitStatus() == 0) {
      ended.get().done++;
    } else if (status.getExitStatus() > 0) {
      // A negative status is YARN's doing (released, node lost, pre-empted): it is just run again.
      failed++;
      LOG.warn("Task failed: {}", status);
    }
  }

  /** So that a malformed vector is an error of usage. */
  static final class PartConverter implements ITypeConverter<JobPart> {
    @Override
    public JobPart convert(String value) {
      return JobPart.parse(value);
    }
  }
}
