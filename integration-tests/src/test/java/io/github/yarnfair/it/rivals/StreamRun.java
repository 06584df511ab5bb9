// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import io.github.yarnfair.host.QueueShape;
import io.github.yarnfair.host.ReportingNode;
import io.github.yarnfair.host.SchedulerHost;
import io.github.yarnfair.scheduler.PreemptionMonitor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.slf4j.event.Level;

/**
 * Streams of jobs with masters under a real scheduler, each in a queue of weight 1. Time is
 * virtual: each second jobs are submitted, tasks end and every node reports once, in any order; a
 * report starts one container, so that masters spread over the nodes. Preemption looks every three
 * seconds, as by default, from the loop and not from YARN's thread, which knows no virtual time.
 */
final class StreamRun implements AutoCloseable {
  private static final int SHORTEST = 10;
  private static final int LONGEST = 30;
  private static final int MB_BESIDE_A_VCORE = 4096;
  private static final int LOOK_SECONDS = 3;

  private final List<JobStream> streams;
  private final Map<NodeId, ReportingNode> nodes = new LinkedHashMap<>();
  private final List<ReportingNode> order = new ArrayList<>();
  private final Map<ApplicationAttemptId, StreamedJob> byAttempt = new LinkedHashMap<>();
  private final Map<String, List<StreamedJob>> byQueue = new LinkedHashMap<>();
  private final Map<String, Long> heldSums = new LinkedHashMap<>();
  private final Map<String, Long> masterSums = new LinkedHashMap<>();
  private final Set<ApplicationAttemptId> served = new LinkedHashSet<>();
  private final SchedulerHost host;
  private final PreemptionMonitor monitor = new PreemptionMonitor();
  private final boolean preempts;
  private final Random random;
  private long millis;
  private int measured;

  /**
   * The streams on a cluster under a scheduler.
   *
   * @param vcores of each node, which has 4 GB beside each
   * @param masterPart {@code maximum-am-resource-percent}, and FairScheduler's {@code maxAMShare}
   */
  record Setting(int nodes, int vcores, String masterPart, List<JobStream> streams) {

    /** Returns what each queue holds on average, in vcores, and how many masters run. */
    Held under(Rival rival, boolean preempts, int seconds, int from, long seed) throws Exception {
      try (StreamRun run = new StreamRun(this, rival, preempts, seed)) {
        return run.to(seconds, from);
      }
    }
  }

  /** Means by queue. */
  record Held(Map<String, Double> vcores, Map<String, Double> masters) {}

  private StreamRun(Setting setting, Rival rival, boolean preempts, long seed) throws Exception {
    GenericTestUtils.setRootLogLevel(Level.ERROR);
    this.preempts = preempts;
    streams = setting.streams();
    random = new Random(seed);
    Configuration conf = rival.plainConfiguration(1);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_VCORES, setting.vcores());
    host =
        new SchedulerHost(
            conf,
            QueueShape.root(
                streams.stream()
                    .map(stream -> QueueShape.queue(stream.queue(), 1))
                    .toArray(QueueShape[]::new)),
            Map.of(
                "yarn.scheduler.capacity.maximum-am-resource-percent",
                setting.masterPart(),
                "yarn.scheduler.capacity.per-node-heartbeat.maximum-container-assignments",
                "1"),
            () -> millis,
            served::add);
    for (int i = 0; i < setting.nodes(); i++) {
      Resource total = Resource.newInstance(setting.vcores() * MB_BESIDE_A_VCORE, setting.vcores());
      ReportingNode node = host.addNode(total);
      nodes.put(node.getNodeID(), node);
      order.add(node);
    }
    streams.forEach(stream -> byQueue.put(stream.queue(), new ArrayList<>()));
    if (preempts) {
      monitor.init(conf, host.context(), host.scheduler());
    }
  }

  private Held to(int seconds, int from) {
    for (int now = 0; now < seconds; now++) {
      second(now);
      if (now >= from) {
        measured++;
        byQueue.forEach(
            (queue, jobs) -> {
              heldSums.merge(queue, sum(jobs, StreamedJob::vcores), Long::sum);
              masterSums.merge(queue, sum(jobs, job -> job.hasMaster() ? 1 : 0), Long::sum);
            });
      }
    }
    if (!byAttempt.values().stream().allMatch(StreamedJob::agreesWithScheduler)) {
      throw new IllegalStateException("the scheduler and the jobs differ in what runs");
    }
    return new Held(means(heldSums), means(masterSums));
  }

  private void second(int now) {
    millis = 1000L * now;
    streams.forEach(stream -> replaceEnded(stream, byQueue.get(stream.queue())));
    byAttempt.values().forEach(job -> job.beat(now));
    if (preempts && now % LOOK_SECONDS == 0) {
      monitor.editSchedule();
    }
    host.scheduler().update();
    Collections.shuffle(order, random);
    order.forEach(host::heartbeat);
    served.forEach(attempt -> byAttempt.get(attempt).fetch(now));
    served.clear();
  }

  private void replaceEnded(JobStream stream, List<StreamedJob> jobs) {
    for (StreamedJob job : List.copyOf(jobs)) {
      if (job.isDone()) {
        jobs.remove(job);
        byAttempt.remove(job.attempt());
        job.finish();
      }
    }
    while (jobs.size() < stream.jobs()) {
      StreamedJob job =
          new StreamedJob(host, nodes, stream, () -> random.nextInt(SHORTEST, LONGEST + 1));
      jobs.add(job);
      byAttempt.put(job.attempt(), job);
    }
  }

  private static long sum(List<StreamedJob> jobs, ToIntFunction<StreamedJob> amount) {
    return jobs.stream().mapToLong(amount::applyAsInt).sum();
  }

  private Map<String, Double> means(Map<String, Long> sums) {
    Map<String, Double> means = new LinkedHashMap<>();
    sums.forEach((queue, sum) -> means.put(queue, (double) sum / measured));
    return means;
  }

  @Override
  public void close() {
    host.close();
  }
}
