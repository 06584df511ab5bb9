// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.LabelledCluster.OPEN;
import static io.github.yarnfair.scheduler.testing.LabelledCluster.OWN;
import static io.github.yarnfair.scheduler.testing.LabelledCluster.part;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.thirdparty.com.google.common.collect.Sets;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Thousands of random events leak nothing, throw nothing and leave the books right. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RandomEventsContract {
  /** As many come to each kind of cluster. */
  private static final int EVENTS =
      Integer.getInteger("yarnfair.events", TestSize.of(10_000, 2_000)) / Clusters.values().length;

  /** 1 finds the very event that a failing seed trips over. */
  private static final int BETWEEN_AUDITS = Integer.getInteger("yarnfair.eventsBetweenAudits", 25);

  private static final int FEW = EVENTS / 1000;
  private static final int MOST_EVENTS = 20 * EVENTS;

  /** What the events come to. */
  enum Clusters {
    PLAIN,
    /** Nodes change their labels. */
    LABELLED,
    /** Queues are in a store, and are changed there. */
    STORED
  }

  private static final String PREEMPTION = "yarn.resourcemanager.monitor.capacity.preemption.";

  private final SchedulerConf first =
      withParts(conf())
          .yarn(YarnConfiguration.MAX_CLUSTER_LEVEL_APPLICATION_PRIORITY, 3)
          .yarn(YarnConfiguration.NODE_LABELS_ENABLED, true)
          .queues("root", "a,b,c,e")
          .queues("root.a", "x,y")
          .set("root.e.auto-queue-creation-v2.enabled", true)
          .set("root.e.capacity", "1w")
          .set("auto-queue-creation-v2.queue-expiration-time", 0)
          .set("root.a.capacity", "4w")
          .set("root.b.capacity", "2w")
          .set("root.c.capacity", "1w")
          .set("root.c.maximum-application-lifetime", 1000)
          .set("root.b.maximum-capacity", "60")
          .yarn(PREEMPTION + "max_wait_before_kill", 500)
          .yarn(PREEMPTION + "total_preemption_per_round", 1)
          .yarn(PREEMPTION + "natural_termination_factor", 1);
  private final SchedulerConf second =
      first
          .copy()
          .option("node-headroom.timeout-ms", 20)
          .option("node-headroom.reserved-nodes-per-application", 0.5)
          .option("node-headroom.reserved-nodes-per-queue", 1)
          .option("gang.maximum-share", 1)
          .queues("root", "a,b,c,d,e")
          .set("root.e.auto-queue-creation-v2.template.capacity", "2w")
          .set("root.e.u0.capacity", "5w")
          .set("root.a.capacity", "1w")
          .set("root.d.capacity", "1w")
          .set("root.b.maximum-capacity", "100")
          .set("root.c.disable_preemption", true)
          .set("root.b.ordering-policy", "fifo")
          .set("root.a.x.ordering-policy", "fifo")
          .set("root.e.auto-queue-creation-v2.leaf-template.ordering-policy", "fifo")
          .yarn(PREEMPTION + "intra-queue-preemption.enabled", true)
          .set("root.a.maximum-capacity", "50")
          .set("node-locality-delay", "2");
  private final SchedulerConf third = first.copy().option("node-headroom", "largest-task");
  private final SchedulerConf fourth = second.copy().option("node-choice", "fragmentation");
  private final SchedulerConf users =
      second
          .copy()
          .set("user-limit-factor", 0.5)
          .set("minimum-user-limit-percent", 50)
          .set("root.user-settings.user1.weight", 2)
          .set("root.b.minimum-user-limit-percent", 25)
          .set("root.c.user-limit-factor", -1)
          .set("root.e.auto-queue-creation-v2.template.user-limit-factor", 1);

  /** Gives all queues but {@code root.c} a part of each partition. */
  private static SchedulerConf withParts(SchedulerConf conf) {
    for (String queue : List.of("a", "a.x", "a.y", "b", "e")) {
      for (String label : List.of(OWN, OPEN)) {
        conf.set(part("root." + queue, label, "capacity"), "2w");
      }
    }
    return conf;
  }

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  /** Returns the kinds of clusters to which the events come. */
  List<Clusters> clusters() {
    return List.of(Clusters.values());
  }

  @ParameterizedTest
  @MethodSource("clusters")
  void nothingIsLeftOfThousandsOfRandomEvents(Clusters kind, @TempDir Path directory)
      throws Exception {
    boolean labelled = kind == Clusters.LABELLED;
    long seed = Seed.of("RandomEventsContract", 20_261_121);
    SchedulerConf conf =
        kind == Clusters.STORED ? StoredQueues.in(directory, "memory", first) : first;
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      cluster
          .rm
          .getRMContext()
          .getNodeLabelManager()
          .addToCluserNodeLabels(
              List.of(NodeLabel.newInstance(OWN, true), NodeLabel.newInstance(OPEN, false)));
      SchedulerRandomEvents events =
          new SchedulerRandomEvents(
              cluster,
              Seed.random(seed, kind.ordinal()),
              List.of(first, second, third, fourth, users),
              labelled ? List.of("", OWN, OPEN) : List.of(""));
      cluster.scheduler.setClock(events);
      int reserved = 0;
      int kept = 0;
      int removed = 0;
      Set<String> before = Set.of();
      // Background events make each run different. Rarely, few containers are preempted or have
      // constraints, no gang collects or no queue goes: a run continues until enough has happened,
      // for MOST_EVENTS.
      for (int i = 1;
          i <= EVENTS || (i <= MOST_EVENTS && isTooFew(events, labelled, kept, removed, reserved));
          i++) {
        events.next();
        reserved += events.reserved().size();
        kept += events.kept();
        Set<String> created = events.createdQueues();
        removed += Sets.difference(before, created).size();
        before = created;
        if (i % BETWEEN_AUDITS == 0) {
          cluster.settle();
          // First, since an error tells why the books are wrong.
          assertThat(cluster.errors.messages())
              .as("errors until event %d, %s", i, events.last())
              .isEmpty();
          assertThat(cluster.scheduler.readings().audit())
              .as("audit after event %d, %s", i, events.last())
              .isEmpty();
        }
      }
      System.out.printf(
          "RandomEventsContract: %s, %s, %d preempted, %d of %d looks lowered excess, %d with constraints,"
              + " %d kept for gangs, %d changes made, %d refused%n",
          kind,
          events.counts(),
          events.preempted(),
          events.lowered(),
          events.looks(),
          events.constrained(),
          kept,
          events.queueChanges().made(),
          events.queueChanges().refused());
      if (kind == Clusters.STORED) {
        assertThat(events.queueChanges().made()).as("changes made").isGreaterThan(FEW);
        assertThat(events.queueChanges().refused()).as("changes refused").isPositive();
      }
      assertThat(events.constrained()).as("containers with constraints").isGreaterThan(EVENTS / 50);
      assertThat(events.created()).as("applications in queues created").isGreaterThan(EVENTS / 200);
      assertThat(events.preempted()).as("containers preempted").isGreaterThan(FEW);
      // A queue may also lose what is part of its ideal share, where another one lacks more.
      if (!labelled) {
        assertThat(events.lowered())
            .as("looks, of %d that ended some, that lowered what is held too much", events.looks())
            .isPositive();
      }
      assertThat(removed).as("how often a created queue has gone").isPositive();
      assertThat(reserved).as("nodes reserved, summed over all events").isGreaterThan(EVENTS / 10);
      assertThat(kept).as("room kept for gangs, summed over all events").isPositive();
      assertThat(events.counts()).containsOnlyKeys(SchedulerRandomEvents.Kind.values());
      cluster.drainAndVerify("root", "root.a", "root.a.x", "root.a.y", "root.b", "root.c");
    }
  }

  private static boolean isTooFew(
      SchedulerRandomEvents events, boolean labelled, int kept, int removed, int reserved) {
    return events.preempted() <= FEW
        || (events.lowered() == 0 && !labelled)
        || events.created() <= EVENTS / 200
        || events.constrained() <= EVENTS / 50
        || kept == 0
        || removed == 0
        || reserved <= EVENTS / 10;
  }
}
