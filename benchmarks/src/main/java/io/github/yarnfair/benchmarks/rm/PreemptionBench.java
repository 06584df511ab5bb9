/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.benchmarks.rm;

import static io.github.yarnfair.host.QueueShape.queue;

import io.github.yarnfair.host.QueueShape;
import io.github.yarnfair.host.ReportingNode;
import io.github.yarnfair.host.SchedulerHost;
import io.github.yarnfair.scheduler.PreemptionMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/**
 * What a look of the preemption monitor takes: one department holds a full cluster, the
 * applications of another arrive, and containers do not end by themselves.
 */
public final class PreemptionBench {
  private static final String KEY = "yarn.resourcemanager.monitor.capacity.preemption.";
  private static final int QUEUES = 32;
  private static final int PER_NODE = 10;
  private static final int LOOKS = 10;

  private final List<ReportingNode> nodes = new ArrayList<>();
  private final List<ApplicationAttemptId> attempts = new ArrayList<>();

  private PreemptionBench() {}

  /**
   * Measures ten looks under each scheduler and prints a line for each.
   *
   * @param args number of nodes and number of applications that arrive; 1000 and 1000 by default
   * @throws Exception if a scheduler does not start
   */
  public static void main(String[] args) throws Exception {
    int nodes = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
    int arriving = args.length > 1 ? Integer.parseInt(args[1]) : 1000;
    System.out.printf(
        "%d nodes, %d containers, %d applications that arrive; milliseconds per look%n",
        nodes, nodes * PER_NODE, arriving);
    System.out.println("scheduler  look  under the lock  at once  without  chosen");
    for (BenchScheduler scheduler :
        Stream.of("hdrf", "dff", "mch").map(BenchScheduler::named).toList()) {
      new PreemptionBench().run(scheduler, nodes, arriving);
    }
  }

  private void run(BenchScheduler scheduler, int nodeCount, int arriving) throws Exception {
    Configuration conf =
        scheduler.configuration(
            Map.of(KEY + "max_wait_before_kill", "0", KEY + "natural_termination_factor", "1"));
    long[] now = {1_000_000};
    try (SchedulerHost host =
        new SchedulerHost(
            conf,
            QueueShape.root(department("a"), department("b")),
            Map.of(),
            () -> now[0],
            attempt -> {})) {
      for (int i = 0; i < nodeCount; i++) {
        nodes.add(host.addNode(Resource.newInstance(PER_NODE * 1024, PER_NODE)));
      }
      submit(host, "root.a", QUEUES * 10);
      heartbeats(host);
      submit(host, "root.b", arriving);
      PreemptionMonitor monitor = new PreemptionMonitor();
      monitor.init(conf, host.context(), host.scheduler());
      for (int look = 1; look <= LOOKS; look++) {
        now[0] += 3000;
        monitor.editSchedule();
        PreemptionMonitor.LookTimes times = monitor.lastLook();
        System.out.printf(
            "%-9s  %4d  %14.1f  %7.1f  %7.1f  %6d%n",
            scheduler.label(),
            look,
            times.lockedNanos() / 1e6,
            times.longestLockNanos() / 1e6,
            times.planNanos() / 1e6,
            times.chosen());
        heartbeats(host);
      }
    }
  }

  private static QueueShape department(String name) {
    return queue(
        name,
        1,
        IntStream.range(0, QUEUES).mapToObj(i -> queue("q" + i, 1)).toArray(QueueShape[]::new));
  }

  private void submit(SchedulerHost host, String department, int applications) {
    for (int i = 0; i < applications; i++) {
      ApplicationAttemptId attempt = host.submit(department + ".q" + i % QUEUES);
      attempts.add(attempt);
      ResourceRequest ask =
          ResourceRequest.newInstance(
              Priority.newInstance(1), ResourceRequest.ANY, Resource.newInstance(1024, 1), 1000);
      host.allocate(attempt, new ArrayList<>(List.of(ask)), List.of());
    }
  }

  private void heartbeats(SchedulerHost host) {
    nodes.forEach(host::heartbeat);
    attempts.forEach(attempt -> host.allocate(attempt, new ArrayList<>(), List.of()));
  }
}
