// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import com.sun.management.ThreadMXBean;
import io.github.yarnfair.benchmarks.rm.master.CallTimes;
import io.github.yarnfair.benchmarks.rm.master.Master;
import io.github.yarnfair.benchmarks.rm.master.MasterThreads;
import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.host.ReportingNode;
import io.github.yarnfair.host.SchedulerHost;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;

/**
 * A workload under one scheduler, kept saturated for ever: a container ends, its node's heartbeat
 * reports it, the scheduler uses the room, and the masters that were given containers fetch them
 * and ask for as many again. The next heartbeat of the node reports the new ones as launched.
 *
 * <p>By the simulated time each node sends a heartbeat per second, and the scheduler's {@code
 * update} is called every half second, as FairScheduler's thread does.
 */
public final class SaturatedCluster implements AutoCloseable {
  /** An option: how many applications in a hundred ask with placement constraints. */
  static final String CONSTRAINED_PERCENT = "yarnfair.bench.constrained-percent";

  /** The ordering policy of all leaf queues. */
  static final String ORDERING_POLICY = "yarnfair.bench.ordering-policy";

  private static final int UPDATE_MILLIS = 500;

  private final ClusterWorkload workload;
  private final SplittableRandom random;
  private final SimulatedClock clock;
  private final SchedulerHost host;
  private final List<ReportingNode> nodes = new ArrayList<>();
  private final Map<NodeId, ReportingNode> nodesById = new HashMap<>();
  private final Map<ApplicationAttemptId, Master> masters = new LinkedHashMap<>();
  private final Map<ApplicationAttemptId, String> queues = new LinkedHashMap<>();
  private final Set<ApplicationAttemptId> served = new LinkedHashSet<>();
  private final RunningContainers running = new RunningContainers();
  private final Queue<ApplicationAttemptId> given = new ConcurrentLinkedQueue<>();
  private final Queue<Container> fetched = new ConcurrentLinkedQueue<>();
  private final CallTimes times = new CallTimes();
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final int constrainedPercent;
  private long lastUpdate;
  private long started;

  /**
   * Boots a scheduler and registers nodes and applications; nothing is scheduled yet.
   *
   * @param options keys of the ResourceManager's configuration
   * @throws Exception if the scheduler does not start
   */
  public SaturatedCluster(
      BenchScheduler scheduler, ClusterWorkload workload, long seed, Map<String, String> options)
      throws Exception {
    this.workload = workload;
    constrainedPercent = Integer.parseInt(options.getOrDefault(CONSTRAINED_PERCENT, "0"));
    random = new SplittableRandom(seed);
    clock = new SimulatedClock(workload.cell().nodes());
    host =
        new SchedulerHost(
            configuration(scheduler, options),
            workload.queues(),
            workload.queueKeys(options.get(ORDERING_POLICY)),
            clock,
            given::add);
    workload.nodes().forEach(this::addNode);
    submit(workload.root(), "root");
    host.scheduler().update();
  }

  private Configuration configuration(BenchScheduler scheduler, Map<String, String> options) {
    Configuration conf = scheduler.configuration(options);
    conf.setBoolean(YarnConfiguration.NODE_LABELS_ENABLED, !workload.labels().isEmpty());
    return conf;
  }

  /** Registers a node; nothing is scheduled yet. */
  ReportingNode addNode(long[] total) {
    Resource resource = ClusterWorkload.resource(total);
    String label = workload.labelOfNode(nodes.size());
    ReportingNode node = label.isEmpty() ? host.addNode(resource) : host.addNode(resource, label);
    nodes.add(node);
    nodesById.put(node.getNodeID(), node);
    return node;
  }

  private void submit(TreeSpec queue, String path) {
    for (TreeSpec child : queue.children()) {
      if (child.isLeaf()) {
        submit(path, child.demand());
      } else {
        submit(child, path + "." + child.name());
      }
    }
  }

  /** Starts an application and lets it ask. */
  void submit(String queuePath, long[] demand) {
    ApplicationAttemptId attempt =
        host.submit(queuePath, workload.userOfApplication(masters.size()));
    String label = workload.labelOfApplication(masters.size());
    Master master =
        new Master(
            host, attempt, ClusterWorkload.resource(demand), label, isConstrained(masters.size()));
    masters.put(attempt, master);
    queues.put(attempt, queuePath);
    master.allocate();
  }

  /**
   * Returns whether an application asks with constraints: some spread evenly, the first one too.
   */
  private boolean isConstrained(int application) {
    return (application == 0 && constrainedPercent > 0)
        || application * constrainedPercent / 100 < (application + 1) * constrainedPercent / 100;
  }

  /** Lets all nodes report, in turn, until a round starts no container. */
  public void fill() {
    fill(0.0);
  }

  /**
   * Lets all nodes report, in turn, until a round starts at most a part of the containers that all
   * rounds have started.
   *
   * @param part 0 to 1
   */
  public void fill(double part) {
    long begun = started;
    long before;
    do {
      before = started;
      nodes.forEach(this::heartbeat);
    } while (started - before > part * (started - begun));
  }

  /**
   * Ends all containers while no master asks for any, then lets every master ask: the cluster is
   * empty.
   */
  void drain() {
    masters.values().forEach(Master::withdraw);
    running.all().forEach(container -> node(container).end(container.getId()));
    running.clear();
    nodes.forEach(this::heartbeat);
    masters.values().forEach(Master::allocate);
  }

  /** Lets one node report until it is given nothing. */
  public void fill(ReportingNode node) {
    long before;
    do {
      before = started;
      heartbeat(node);
    } while (started > before);
  }

  /** Ends a random container; each master that is given its room asks for as much again. */
  public void decide() {
    Container ended = running.remove(random.nextInt(running.size()));
    ReportingNode node = node(ended);
    node.end(ended.getId());
    heartbeat(node);
  }

  /** A heartbeat of a random node on which nothing has ended. */
  public void idle() {
    heartbeat(nodes.get(random.nextInt(nodes.size())));
  }

  private void heartbeat(ReportingNode node) {
    clock.heartbeat();
    if (clock.getTime() - lastUpdate >= UPDATE_MILLIS) {
      lastUpdate = clock.getTime();
      host.scheduler().update();
    }
    long bytes = threads.getCurrentThreadAllocatedBytes();
    long start = System.nanoTime();
    host.heartbeat(node);
    long end = System.nanoTime();
    long allocated = threads.getCurrentThreadAllocatedBytes() - bytes;
    fetch();
    times.add(end - start, System.nanoTime() - end, allocated);
  }

  /** A master that was given several containers calls once for all of them. */
  private void fetch() {
    for (ApplicationAttemptId attempt = given.poll(); attempt != null; attempt = given.poll()) {
      served.add(attempt);
    }
    for (ApplicationAttemptId attempt : served) {
      Objects.requireNonNull(masters.get(attempt)).allocate().forEach(this::start);
    }
    served.clear();
    for (Container container = fetched.poll(); container != null; container = fetched.poll()) {
      start(container);
    }
  }

  /** Returns {@code count} masters that may call from threads, or all if there are fewer. */
  MasterThreads masterThreads(int count, long intervalMillis) {
    List<Master> some = masters.values().stream().limit(count).toList();
    return new MasterThreads(some, intervalMillis, fetched);
  }

  private void start(Container container) {
    started++;
    running.add(container);
    node(container).launch(container.getId());
  }

  private ReportingNode node(Container container) {
    return Objects.requireNonNull(nodesById.get(container.getNodeId()));
  }

  /** Returns how many containers were given since the start. */
  public long given() {
    return started;
  }

  RunningContainers running() {
    return running;
  }

  /** Returns how long calls took since they were forgotten. */
  CallTimes times() {
    return times;
  }

  ClusterWorkload workload() {
    return workload;
  }

  AbstractYarnScheduler<?, ?> scheduler() {
    return host.scheduler();
  }

  /**
   * Refreshes the queues with other options.
   *
   * @param options keys of the ResourceManager's configuration
   * @throws IOException if the scheduler refuses one
   */
  public void refresh(BenchScheduler scheduler, Map<String, String> options) throws IOException {
    host.scheduler().reinitialize(configuration(scheduler, options), host.context());
  }

  /** Returns what each leaf queue holds, by path, in the order in which they were made. */
  Map<String, long[]> usage() {
    Map<String, long[]> usage = new LinkedHashMap<>();
    queues.values().forEach(path -> usage.putIfAbsent(path, new long[workload.capacity().length]));
    for (Container container : running.all()) {
      String path = queues.get(container.getId().getApplicationAttemptId());
      long[] sum = Objects.requireNonNull(usage.get(Objects.requireNonNull(path)));
      long[] more = ClusterWorkload.vector(container.getResource());
      Arrays.setAll(sum, j -> sum[j] + more[j]);
    }
    return usage;
  }

  /** Returns the largest part, of memory or vcores, that is in use; GPUs are not for everybody. */
  double utilization() {
    long[] capacity = workload.capacity();
    long[] used = new long[capacity.length];
    usage().values().forEach(held -> Arrays.setAll(used, j -> used[j] + held[j]));
    return Math.max((double) used[0] / capacity[0], (double) used[1] / capacity[1]);
  }

  @Override
  public void close() {
    host.close();
  }
}
