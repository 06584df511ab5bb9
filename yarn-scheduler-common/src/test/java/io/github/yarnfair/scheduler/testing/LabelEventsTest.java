// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.LabelledCluster.OPEN;
import static io.github.yarnfair.scheduler.testing.LabelledCluster.OWN;
import static io.github.yarnfair.scheduler.testing.LabelledCluster.part;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.recording.RecordedFiles;
import io.github.yarnfair.recording.replay.Replay;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.RecordedPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random events that also move nodes from partition to partition leave the books right, and the
 * decisions come out alike in a replay.
 */
class LabelEventsTest {
  private static final int EVENTS =
      Integer.getInteger("yarnfair.events", TestSize.of(10_000, 1_000));

  private static final int BETWEEN_AUDITS = Integer.getInteger("yarnfair.eventsBetweenAudits", 25);

  @TempDir private Path directory;

  private SchedulerConf conf(String choice, String space) {
    SchedulerConf conf =
        SchedulerConf.of(NaiveScheduler.class)
            .option("recording.directory", directory)
            .option("recording.maximum-age", "1m")
            .option("node-choice", choice)
            .option("share-space", space)
            .yarn(YarnConfiguration.NODE_LABELS_ENABLED, true)
            .yarn(YarnConfiguration.MAX_CLUSTER_LEVEL_APPLICATION_PRIORITY, 3)
            .queues("root", "a,b,c,e")
            .queues("root.a", "x,y")
            .set("root.e.auto-queue-creation-v2.enabled", true)
            .set("auto-queue-creation-v2.queue-expiration-time", 0)
            .set("root.b.maximum-capacity", "60");
    for (String queue : List.of("a", "a.x", "a.y", "b", "c", "e")) {
      conf.set("root." + queue + ".capacity", "1w");
      for (String label : List.of(OWN, OPEN, "late")) {
        if (!queue.equals("c")) {
          conf.set(part("root." + queue, label, "capacity"), "2w");
        }
      }
    }
    return conf.set(part("root.b", OWN, "maximum-capacity"), 50);
  }

  /** Fails if usage were not moved, or released in another class than it was charged in. */
  @ParameterizedTest
  @CsvSource({"heartbeat, class", "best-fit, class", "heartbeat, cluster"})
  void nothingIsLeftOfRandomEventsThatMoveLabels(String choice, String space) throws Exception {
    long seed = Seed.of("LabelEventsTest", 20_261_123);
    SchedulerConf first = conf(choice, space);
    SchedulerConf second =
        first
            .copy()
            .set(part("root.c", OWN, "capacity"), "1w")
            .set(part("root.a", OPEN, "maximum-capacity"), 40)
            .option("node-headroom", "largest-task");
    List<String> labels = List.of("", OWN, OPEN, "late");
    HierarchicalScheduler scheduler;
    try (SchedulerFixture cluster = new SchedulerFixture(first)) {
      cluster
          .rm
          .getRMContext()
          .getNodeLabelManager()
          .addToCluserNodeLabels(
              List.of(
                  NodeLabel.newInstance(OWN, true),
                  NodeLabel.newInstance(OPEN, false),
                  NodeLabel.newInstance("late", false)));
      scheduler = cluster.scheduler;
      SchedulerRandomEvents events =
          new SchedulerRandomEvents(cluster, Seed.random(seed, 0), List.of(first, second), labels);
      cluster.scheduler.setClock(events);
      for (int i = 1; i <= EVENTS; i++) {
        events.next();
        if (i % BETWEEN_AUDITS == 0) {
          cluster.settle();
          assertThat(cluster.errors.messages())
              .as("errors until event %d, %s", i, events.last())
              .isEmpty();
          assertThat(cluster.scheduler.readings().audit())
              .as("audit after event %d, %s", i, events.last())
              .isEmpty();
        }
      }
      assertThat(events.counts().get(SchedulerRandomEvents.Kind.RELABEL))
          .as("nodes that got another label")
          .isGreaterThan(EVENTS / 100);
      cluster.drainAndVerify("root", "root.a", "root.a.x", "root.a.y", "root.b", "root.c");
    }
    List<Replay.Outcome> outcomes = new ArrayList<>();
    for (Path file : RecordedFiles.of(directory)) {
      outcomes.add(
          new Replay(file, head -> RecordedPolicy.of(scheduler, head.policy())).run(false));
    }
    assertThat(outcomes).extracting(Replay.Outcome::first).containsOnlyNulls();
    assertThat(outcomes.stream().mapToLong(Replay.Outcome::selected).sum())
        .as("selections of an application")
        .isGreaterThan(EVENTS / 20);
  }
}
