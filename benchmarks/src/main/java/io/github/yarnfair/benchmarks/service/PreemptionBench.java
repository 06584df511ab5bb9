// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.service;

import static io.github.yarnfair.host.QueueShape.queue;

import io.github.yarnfair.benchmarks.rm.BenchScheduler;
import io.github.yarnfair.host.QueueShape;
import io.github.yarnfair.host.ReportingNode;
import io.github.yarnfair.host.SchedulerHost;
import io.github.yarnfair.scheduler.PreemptionMonitor;
import io.github.yarnfair.scheduler.preemption.RoundTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/**
 * Duration of a round of the preemption monitor: one department holds a full cluster, the
 * applications of another arrive, or one gang, and containers do not end by themselves.
 */
public final class PreemptionBench {
  private static final String KEY = "yarn.resourcemanager.monitor.capacity.preemption.";
  private static final int QUEUES = 32;
  private static final int PER_NODE = 10;
  private static final int LOOKS = 10;
  private static final int LOOKS_FOR_GANG = 3;

  private final List<ReportingNode> nodes = new ArrayList<>();
  private final List<ApplicationAttemptId> attempts = new ArrayList<>();

  // Set before anything is submitted.
  @SuppressWarnings("NullAway.Init")
  private SchedulerHost host;

  private PreemptionBench() {}

  /**
   * Measures ten rounds under each scheduler, and three for a gang, and prints a line for each.
   *
   * @param args number of nodes and number of applications that arrive, or of members of the gang;
   *     1000 and 1000 by default
   * @throws Exception if a scheduler does not start
   */
  public static void main(String[] args) throws Exception {
    int nodes = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
    int arriving = args.length > 1 ? Integer.parseInt(args[1]) : 1000;
    System.out.printf(
        "%d nodes, %d containers, %d applications that arrive; milliseconds per round%n",
        nodes, nodes * PER_NODE, arriving);
    System.out.println("scheduler  round  under the lock  at once  without  chosen");
    for (BenchScheduler scheduler : measured()) {
      new PreemptionBench().run(scheduler, nodes, QUEUES, LOOKS, bench -> bench.arrive(arriving));
    }
    System.out.printf("a gang of %d members arrives%n", arriving);
    for (BenchScheduler scheduler : measured()) {
      new PreemptionBench().run(scheduler, nodes, 1, LOOKS_FOR_GANG, bench -> bench.gang(arriving));
    }
  }

  private static List<BenchScheduler> measured() {
    return Stream.of("hdrf", "dff", "mch").map(BenchScheduler::named).toList();
  }

  private void run(
      BenchScheduler scheduler,
      int nodeCount,
      int arrivingQueues,
      int rounds,
      Consumer<PreemptionBench> arrive)
      throws Exception {
    Configuration conf =
        scheduler.configuration(
            Map.of(KEY + "max_wait_before_kill", "0", KEY + "natural_termination_factor", "1"));
    long[] now = {1_000_000};
    try (SchedulerHost running =
        new SchedulerHost(
            conf,
            QueueShape.root(department("a", QUEUES), department("b", arrivingQueues)),
            Map.of(),
            () -> now[0],
            attempt -> {})) {
      host = running;
      for (int i = 0; i < nodeCount; i++) {
        nodes.add(host.addNode(Resource.newInstance(PER_NODE * 1024, PER_NODE)));
      }
      for (int i = 0; i < QUEUES * 10; i++) {
        ask(host.submit("root.a.q" + i % QUEUES), 1000);
      }
      heartbeats();
      arrive.accept(this);
      PreemptionMonitor monitor = new PreemptionMonitor();
      monitor.init(conf, host.context(), host.scheduler());
      for (int round = 1; round <= rounds; round++) {
        now[0] += 3000;
        monitor.editSchedule();
        RoundTimes times = monitor.lastRound();
        System.out.printf(
            "%-9s  %5d  %14.1f  %7.1f  %7.1f  %6d%n",
            scheduler.label(),
            round,
            times.lockedNanos() / 1e6,
            times.longestLockNanos() / 1e6,
            times.planNanos() / 1e6,
            times.chosen());
        heartbeats();
      }
    }
  }

  private static QueueShape department(String name, int queues) {
    return queue(
        name,
        1,
        IntStream.range(0, queues).mapToObj(i -> queue("q" + i, 1)).toArray(QueueShape[]::new));
  }

  private void arrive(int applications) {
    for (int i = 0; i < applications; i++) {
      ask(host.submit("root.b.q" + i % QUEUES), 1000);
    }
  }

  private void gang(int members) {
    ask(host.submitTagged("root.b.q0", "user", Set.of("gang=" + members)), members);
  }

  private void ask(ApplicationAttemptId attempt, int containers) {
    attempts.add(attempt);
    ResourceRequest ask =
        ResourceRequest.newInstance(
            Priority.newInstance(1),
            ResourceRequest.ANY,
            Resource.newInstance(1024, 1),
            containers);
    host.allocate(attempt, new ArrayList<>(List.of(ask)), List.of());
  }

  private void heartbeats() {
    nodes.forEach(host::heartbeat);
    attempts.forEach(attempt -> host.allocate(attempt, new ArrayList<>(), List.of()));
  }
}
