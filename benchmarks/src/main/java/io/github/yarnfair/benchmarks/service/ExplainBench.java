// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.service;

import static io.github.yarnfair.host.QueueShape.queue;

import io.github.yarnfair.benchmarks.rm.BenchScheduler;
import io.github.yarnfair.host.QueueShape;
import io.github.yarnfair.host.ReportingNode;
import io.github.yarnfair.host.SchedulerHost;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.explain.Explainer;
import io.github.yarnfair.scheduler.explain.answer.Explanation;
import io.github.yarnfair.scheduler.forecast.ExpectedStart;
import io.github.yarnfair.scheduler.forecast.ExpectedStarts;
import io.github.yarnfair.scheduler.plan.WhatIfRequest;
import io.github.yarnfair.scheduler.plan.WhatIfRequest.AddedNodes;
import io.github.yarnfair.scheduler.service.Readings;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;

/**
 * What it takes to explain one application on a saturated cluster, where each application wants
 * more, and how long the scheduler's lock is held for it and for each other reader.
 */
public final class ExplainBench {
  private static final int PER_PARENT = 32;
  private static final int PER_NODE = 10;
  private static final int WARM_UP = 300;
  private static final int MEASURED = 500;
  private static final int READINGS = 31;
  private static final int READINGS_OF_ALL = 11;

  private static final int WHAT_IFS = 3;

  /** Pages and REST answers are read again after a second. */
  private static final int UNTIL_OLD_MILLIS = 1_010;

  private static final int ENDED = 100;
  private static final long SEED = 1;

  private final List<ApplicationAttemptId> attempts = new ArrayList<>();

  private ExplainBench() {}

  /**
   * Measures 500 explanations, and readings of the whole share tree, under each scheduler and
   * prints a line for each.
   *
   * @param args numbers of applications, queues and nodes; 10000, 1000 and 1000 by default
   * @throws Exception if a scheduler does not start
   */
  public static void main(String[] args) throws Exception {
    int applications = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
    int queues = args.length > 1 ? Integer.parseInt(args[1]) : 1_000;
    int nodes = args.length > 2 ? Integer.parseInt(args[2]) : 1_000;
    System.out.printf(
        "%d applications, %d queues, %d nodes; milliseconds, but of the lock microseconds%n",
        applications, queues, nodes);
    System.out.println(
        "scheduler  first   median      p90      p99  with new shares  longest hold: median, max of "
            + READINGS);
    for (BenchScheduler scheduler :
        Stream.of("hdrf", "dff", "mch", "drfh", "udrf").map(BenchScheduler::named).toList()) {
      new ExplainBench().run(scheduler, applications, queues, nodes);
    }
  }

  private void run(BenchScheduler scheduler, int applications, int queues, int nodes)
      throws Exception {
    Configuration conf = scheduler.configuration(Map.of());
    QueueShape shape = shape(queues);
    try (SchedulerHost host =
        new SchedulerHost(conf, shape, Map.of(), () -> 1_000_000, attempt -> {})) {
      for (int i = 0; i < nodes; i++) {
        host.addNode(Resource.newInstance(PER_NODE * 1024, PER_NODE));
      }
      List<String> leaves = shape.leafPaths("root");
      for (int i = 0; i < applications; i++) {
        submit(host, leaves.get(i % leaves.size()), 1 + i % 4);
      }
      for (int round = 0; round < 2; round++) {
        host.context().getRMNodes().values().forEach(node -> host.heartbeat((ReportingNode) node));
        attempts.forEach(attempt -> host.allocate(attempt, new ArrayList<>(), List.of()));
      }
      endSome(host);
      measure(scheduler, (HierarchicalScheduler) host.scheduler());
    }
  }

  /** So that durations are known, by which explanations say when a node has room. */
  private void endSome(SchedulerHost host) {
    int ended = 0;
    for (ApplicationAttemptId attempt : attempts) {
      for (RMContainer container :
          host.scheduler().getSchedulerAppInfo(attempt).getLiveContainers()) {
        if (ended++ < ENDED) {
          host.allocate(attempt, new ArrayList<>(), List.of(container.getContainerId()));
        }
      }
    }
    host.context().getRMNodes().values().forEach(node -> host.heartbeat((ReportingNode) node));
    HierarchicalScheduler scheduler = (HierarchicalScheduler) host.scheduler();
    ExpectedStarts starts = Objects.requireNonNull(scheduler.readings().expectedStarts());
    ExpectedStart start = starts.await(attempts.get(0).getApplicationId(), 60_000);
    if (start.durations() == 0) {
      throw new IllegalStateException("no container has ended: " + start);
    }
  }

  private void measure(BenchScheduler scheduler, HierarchicalScheduler explained) throws Exception {
    Random random = new Random(SEED);
    double first = millis(explained.readings().explainer(), random);
    IntStream.range(0, WARM_UP).forEach(i -> millis(explained.readings().explainer(), random));
    double[] withNewShares = new double[READINGS];
    double[] holds = new double[READINGS];
    for (int i = 0; i < WARM_UP / 10 + READINGS; i++) {
      Explainer unread = explained.readings().newExplainer();
      withNewShares[i % READINGS] = millis(unread, random);
      holds[i % READINGS] = unread.longestHoldNanos() / 1e3;
    }
    Explainer measured = explained.readings().newExplainer();
    millis(measured, random);
    double[] times =
        IntStream.range(0, MEASURED).mapToDouble(i -> millis(measured, random)).sorted().toArray();
    System.out.printf(
        "%-9s  %5.0f  %7.2f  %7.2f  %7.2f  %15.1f  %14.0f  %14.0f%n",
        scheduler.label(),
        first,
        times[MEASURED / 2],
        times[MEASURED * 9 / 10],
        times[MEASURED * 99 / 100],
        median(withNewShares),
        median(holds),
        Arrays.stream(holds).max().orElse(0));
    printHolds(explained.readings());
  }

  /**
   * Prints how long each kind of reader holds the lock. The first reading is a warm-up; those
   * during which the JVM collected garbage are left out, since all threads stand still then.
   */
  private void printHolds(Readings readings) throws Exception {
    Map<String, List<Double>> holds = new TreeMap<>();
    for (int i = 0; i <= READINGS_OF_ALL; i++) {
      long collections = collections();
      readings.sample();
      readings.snapshot();
      readings.details();
      Objects.requireNonNull(readings.expectedStarts())
          .await(attempts.get(i).getApplicationId(), 60_000);
      if (i < WHAT_IFS) {
        readings.whatIf(oneNodeMore());
      }
      Map<String, Long> longest = readings.longestHolds();
      if (i > 0 && collections() == collections) {
        longest.values().removeIf(nanos -> nanos == 0);
        longest.forEach(
            (purpose, nanos) ->
                holds.computeIfAbsent(purpose, name -> new ArrayList<>()).add(nanos / 1e3));
      }
      Thread.sleep(UNTIL_OLD_MILLIS);
    }
    holds.forEach(
        (purpose, micros) ->
            System.out.printf(
                "    longest hold for %-18s  median %5.0f, max %5.0f of %d%n",
                purpose,
                median(micros.stream().mapToDouble(each -> each).toArray()),
                micros.stream().mapToDouble(each -> each).max().orElse(0),
                micros.size()));
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }

  private static WhatIfRequest oneNodeMore() {
    Resource total = Resource.newInstance(PER_NODE * 1024, PER_NODE);
    return new WhatIfRequest(
        Map.of(), null, List.of(new AddedNodes("", total, 1)), List.of(), null, List.of());
  }

  private static double median(double[] values) {
    return Arrays.stream(values).sorted().toArray()[values.length / 2];
  }

  private double millis(Explainer explainer, Random random) {
    ApplicationAttemptId attempt = attempts.get(random.nextInt(attempts.size()));
    long start = System.nanoTime();
    Explanation explanation =
        Objects.requireNonNull(explainer.explain(attempt.getApplicationId(), id -> true));
    double millis = (System.nanoTime() - start) / 1e6;
    if (explanation.requests().isEmpty()) {
      throw new IllegalStateException(attempt + " asks for nothing: " + explanation);
    }
    return millis;
  }

  private static QueueShape shape(int queues) {
    int parents = Math.max(1, queues / PER_PARENT);
    QueueShape[] all = new QueueShape[parents];
    for (int p = 0; p < parents; p++) {
      int children = queues / parents + (p < queues % parents ? 1 : 0);
      all[p] =
          queue(
              "p" + p,
              1 + p % 3,
              IntStream.range(0, children)
                  .mapToObj(i -> queue("q" + i, 1 + i % 2))
                  .toArray(QueueShape[]::new));
    }
    return QueueShape.root(all);
  }

  private void submit(SchedulerHost host, String queue, int cores) {
    ApplicationAttemptId attempt = host.submit(queue);
    attempts.add(attempt);
    ResourceRequest ask =
        ResourceRequest.newInstance(
            Priority.newInstance(1),
            ResourceRequest.ANY,
            Resource.newInstance(1024L * cores, cores),
            1000);
    host.allocate(attempt, new ArrayList<>(List.of(ask)), List.of());
  }
}
