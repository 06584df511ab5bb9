// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc.load;

import io.github.yarnfair.benchmarks.rm.ClusterWorkload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ResourceTracker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Nodes and masters that call the ResourceManager from threads. As in the field, a node or a master
 * waits for the interval after its call has returned: one that is answered late calls less often.
 */
final class PlayedCluster implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PlayedCluster.class);

  /** Of each kind; more than the ResourceManager has, by default, to answer them. */
  private static final int THREADS = 64;

  private static final int RESIZE_CALLS_PER_SECOND = 10;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long FOREVER_NANOS = Long.MAX_VALUE / 4;

  private final LoadPlan plan;
  private final ClusterWorkload workload;
  private final SplittableRandom random;
  private final Connections connections;
  private final ContainerServer server;
  private final SimulatedNodes nodes;
  private final Submissions submissions;
  private final Queue<SimulatedMaster> masters = new ConcurrentLinkedQueue<>();
  private final ScheduledExecutorService nodeThreads = new ScheduledThreadPoolExecutor(THREADS);
  private final ScheduledExecutorService masterThreads = new ScheduledThreadPoolExecutor(THREADS);
  private final ScheduledExecutorService administratorThread = new ScheduledThreadPoolExecutor(1);
  private final ThreadLocal<ResourceTracker> tracker;
  private final CallLog heartbeats = new CallLog();
  private final CallLog allocations = new CallLog();
  private final LongAdder given = new LongAdder();
  private final LongAdder resized = new LongAdder();
  private final CallFailures failures = new CallFailures();

  /** A call over RPC, which may fail. */
  private interface Call {
    void run() throws Exception;
  }

  /** The same of an object. */
  private interface CallOf<T> {
    void run(T caller) throws Exception;
  }

  PlayedCluster(LoadPlan plan, ClusterWorkload workload, Configuration conf) {
    this.plan = plan;
    this.workload = workload;
    random = new SplittableRandom(plan.seed());
    connections = new Connections(conf);
    tracker = ThreadLocal.withInitial(connections::nodes);
    submissions = new Submissions(connections);
    server = new ContainerServer(conf, this::started);
    nodes = new SimulatedNodes(workload, server.port());
  }

  /** Registers all nodes. */
  void registerNodes() throws Exception {
    runAll(nodes.all(), node -> node.register(tracker.get()));
  }

  /** Lets all nodes send heartbeats, so that masters and tasks can start. */
  void startNodes() {
    for (SimulatedNode node : nodes.all()) {
      repeat(nodeThreads, plan.beatMillis(), () -> node.heartbeat(tracker.get(), heartbeats));
    }
  }

  /** Submits all applications, in no order; their masters start by and by. */
  void submit() throws Exception {
    runAll(Application.of(workload), submissions::submit);
  }

  /** Lets each of some objects call at the same time; the first failure is thrown. */
  private <T> void runAll(List<T> all, CallOf<T> call) throws Exception {
    List<Callable<T>> calls = new ArrayList<>();
    for (T each : all) {
      calls.add(
          () -> {
            call.run(each);
            return each;
          });
    }
    for (Future<T> done : nodeThreads.invokeAll(calls)) {
      done.get();
    }
  }

  /** Lets nodes be resized, a tenth of a second's in one call, or one if there are fewer. */
  void startResizes() {
    if (plan.resizesPerSecond() > 0) {
      Resizes resizes = new Resizes(connections.administrator(), nodes);
      int wanted = 1 + (plan.resizesPerSecond() - 1) / RESIZE_CALLS_PER_SECOND;
      int batch = Math.min(wanted, nodes.all().size());
      long nanos = TimeUnit.SECONDS.toNanos(batch) / plan.resizesPerSecond();
      Call resize =
          () -> {
            resizes.next(batch);
            resized.add(batch);
          };
      var unused =
          administratorThread.scheduleAtFixedRate(
              () -> run(resize), nanos, nanos, TimeUnit.NANOSECONDS);
    }
  }

  /** What the ResourceManager starts are masters; they stay. */
  private void started(ContainerTokenIdentifier container, Token<AMRMTokenIdentifier> token) {
    nodes
        .node(NodeId.fromString(container.getNmHostAddress()))
        .start(
            container.getContainerID(), container.getResource(), System.nanoTime() + FOREVER_NANOS);
    ApplicationAttemptId attempt = container.getContainerID().getApplicationAttemptId();
    SimulatedMaster master =
        new SimulatedMaster(
            connections.master(attempt, token),
            submissions.application(attempt.getApplicationId()),
            nodes,
            plan.taskMillis() * NANOS_PER_MILLI,
            new SplittableRandom(plan.seed() + attempt.getApplicationId().getId()));
    masterThreads.execute(
        () ->
            run(
                () -> {
                  master.register();
                  masters.add(master);
                }));
  }

  /**
   * Lets the masters that have registered ask for their tasks. Before, no task can take the room of
   * another master.
   */
  void startTasks() {
    for (SimulatedMaster master : masters) {
      repeat(masterThreads, plan.callMillis(), () -> given.add(master.allocate(allocations)));
    }
  }

  /** Repeats a call, from a moment at random within the interval. */
  private void repeat(ScheduledExecutorService threads, int millis, Call call) {
    var unused =
        threads.scheduleWithFixedDelay(
            () -> run(call), random.nextLong(millis), millis, TimeUnit.MILLISECONDS);
  }

  /** Runs a call; one that fails is counted, and its node or master goes on. */
  private void run(Call call) {
    try {
      call.run();
    } catch (Exception e) {
      if (!nodeThreads.isShutdown()) {
        failures.add(e);
        LOG.warn("A call has failed", e);
      }
    }
  }

  /** Returns how many masters have registered. */
  int masters() {
    return masters.size();
  }

  /** Returns how many containers masters were given so far. */
  long given() {
    return given.sum();
  }

  /** Returns how many tasks masters know to have ended so far. */
  long ended() {
    return masters.stream().mapToLong(SimulatedMaster::ended).sum();
  }

  /** Returns how many nodes were resized so far. */
  long resized() {
    return resized.sum();
  }

  CallFailures failures() {
    return failures;
  }

  CallLog heartbeats() {
    return heartbeats;
  }

  CallLog allocations() {
    return allocations;
  }

  /** Returns what the masters of each leaf queue hold for tasks, by full path. */
  Map<String, long[]> usage() {
    Map<String, long[]> usage = new LinkedHashMap<>();
    for (SimulatedMaster master : masters) {
      long[] demand = ClusterWorkload.vector(master.application().task());
      int held = master.held();
      long[] sum =
          usage.computeIfAbsent(master.application().queue(), path -> new long[demand.length]);
      Arrays.setAll(sum, j -> sum[j] + held * demand[j]);
    }
    return usage;
  }

  @Override
  public void close() {
    nodeThreads.shutdownNow();
    masterThreads.shutdownNow();
    administratorThread.shutdownNow();
    server.close();
  }
}
