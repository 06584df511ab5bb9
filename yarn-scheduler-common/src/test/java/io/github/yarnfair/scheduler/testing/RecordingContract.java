// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.policy.Shares;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.recording.RecordedDecision;
import io.github.yarnfair.recording.RecordedFiles;
import io.github.yarnfair.recording.RecordingReader;
import io.github.yarnfair.recording.RecordingVisitor;
import io.github.yarnfair.recording.SnapshotHead;
import io.github.yarnfair.recording.replay.Replay;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.RecordedPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a scheduler has recorded of random events is decided again in the same way. */
abstract class RecordingContract {
  private static final int EVENTS = TestSize.of(10_000, 1_200);

  @TempDir private Path directory;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  private SchedulerConf first(String choice) {
    return conf()
        .option("recording.directory", directory)
        // A file lasts 7.5 s of the events' clock, so that there are several.
        .option("recording.maximum-age", "1m")
        .option("node-choice", choice)
        .yarn(YarnConfiguration.MAX_CLUSTER_LEVEL_APPLICATION_PRIORITY, 3)
        .queues("root", "a,b,c,e")
        .queues("root.a", "x,y")
        .set("root.e.auto-queue-creation-v2.enabled", true)
        .set("root.e.capacity", "1w")
        .set("auto-queue-creation-v2.queue-expiration-time", 0)
        .set("root.a.capacity", "4w")
        .set("root.b.capacity", "2w")
        .set("root.c.capacity", "1w")
        .set("root.b.maximum-capacity", "60");
  }

  private static SchedulerConf second(SchedulerConf first) {
    return first
        .copy()
        .set("root.a.capacity", "1w")
        .set("root.b.ordering-policy", "fifo")
        .set("root.a.x.ordering-policy", "fifo")
        .set("root.c.minimum-user-limit-percent", 50)
        .set("user-limit-factor", 0.5);
  }

  /** Lets things happen and returns the policy that decided. */
  private Function<SnapshotHead, FairnessPolicy> record(SchedulerConf first, int seed, int count)
      throws Exception {
    try (SchedulerFixture cluster = new SchedulerFixture(first)) {
      SchedulerRandomEvents events =
          new SchedulerRandomEvents(
              cluster,
              Seed.random(Seed.of("RecordingContract", 20_261_123), seed),
              List.of(first, second(first)));
      cluster.scheduler.setClock(events);
      for (int i = 0; i < count; i++) {
        events.next();
      }
      cluster.verify();
      HierarchicalScheduler scheduler = cluster.scheduler;
      return head -> RecordedPolicy.of(scheduler, head.policy());
    }
  }

  private List<Replay.Outcome> replay(Function<SnapshotHead, FairnessPolicy> policies)
      throws Exception {
    List<Replay.Outcome> outcomes = new ArrayList<>();
    for (Path file : RecordedFiles.of(directory)) {
      outcomes.add(new Replay(file, policies).run(false));
    }
    return outcomes;
  }

  @ParameterizedTest
  @ValueSource(strings = {"heartbeat", "fragmentation"})
  void randomEventsAreDecidedAgainAsRecorded(String choice) throws Exception {
    List<Replay.Outcome> outcomes = replay(record(first(choice), choice.length(), EVENTS));
    assertThat(outcomes).hasSizeGreaterThan(3);
    assertThat(outcomes).extracting(Replay.Outcome::first).containsOnlyNulls();
    assertThat(outcomes.stream().mapToLong(Replay.Outcome::selected).sum())
        .as("selections of an application")
        .isGreaterThan(EVENTS / 10);
    assertThat(outcomes.stream().mapToLong(Replay.Outcome::nodeChoices).sum() > 0)
        .as("nodes were chosen")
        .isEqualTo(!choice.equals("heartbeat"));
    assertThat(outcomes.stream().mapToLong(Replay.Outcome::containers).sum())
        .as("containers that have started")
        .isGreaterThan(EVENTS / 10);
    assertThat(outcomes.get(outcomes.size() - 1).isEnded()).isTrue();
  }

  /** Finds out how often it was an application's turn before its first container. */
  private static final class Turns implements RecordingVisitor {
    private final int leaf;
    private long turns;
    private final List<Long> turnsOfContainers = new ArrayList<>();

    private Turns(int leaf) {
      this.leaf = leaf;
    }

    @Override
    public void decided(RecordedDecision decision) {
      turns += decision.leaf() == leaf ? 1 : 0;
    }

    @Override
    public void container(
        int of, int attempt, long id, int node, boolean isMaster, long millis, long[] amounts) {
      if (of == leaf) {
        turnsOfContainers.add(turns);
      }
    }
  }

  /** Room is kept in three turns of a gang, which start nothing; in the fourth all start. */
  @ParameterizedTest
  @ValueSource(strings = {"heartbeat", "fragmentation"})
  void aGangIsDecidedAgainAsRecorded(String choice) throws Exception {
    SchedulerConf conf =
        conf()
            .queues("root", "a,b")
            .option("recording.directory", directory)
            .option("node-choice", choice);
    Function<SnapshotHead, FairnessPolicy> policies;
    int leaf;
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      cluster.addNode("n1", resource(4096, 4));
      cluster.addNode("n2", resource(4096, 4));
      SchedulerTestApp others = cluster.submit("root.a");
      others.ask(resource(1024, 1), 8);
      cluster.rounds(3);
      SchedulerTestApp gang = cluster.submitTagged("root.b", "gang=4");
      gang.ask(resource(1024, 1), 4);
      for (int ended = 1; ended <= 4; ended++) {
        assertThat(gang.live()).isZero();
        others.complete(others.containers().get(0));
        cluster.rounds(2);
      }
      assertThat(gang.live()).isEqualTo(4);
      cluster.verify();
      leaf = gang.attempt().application().leaf();
      HierarchicalScheduler scheduler = cluster.scheduler;
      policies = head -> RecordedPolicy.of(scheduler, head.policy());
    }
    Turns turns = new Turns(leaf);
    Path file = RecordedFiles.of(directory).get(0);
    RecordingReader.read(file, false, turns);
    assertThat(turns.turnsOfContainers).as("turns before each container").hasSize(4);
    assertThat(turns.turnsOfContainers.get(0)).isGreaterThanOrEqualTo(4);
    assertThat(turns.turnsOfContainers).containsOnly(turns.turnsOfContainers.get(0));
    Replay.Outcome outcome = new Replay(file, policies).run(false);
    assertThat(outcome.first()).isNull();
    assertThat(outcome.selected()).isGreaterThanOrEqualTo(12);
  }

  /** A rule that was changed since, if only for a queue in eight. */
  private static final class Changed implements FairnessPolicy {
    private final FairnessPolicy original;
    private final FairnessPolicy other = new NaivePolicy();

    private Changed(FairnessPolicy original) {
      this.original = original;
    }

    @Override
    public String name() {
      return original.name();
    }

    @Override
    public double queueKey(Shares shares, int queue) {
      return original.queueKey(shares, queue);
    }

    @Override
    public Selection over(ShareTree tree) {
      Selection rule = original.over(tree);
      Selection instead = other.over(tree);
      int[] turns = {0};
      return offer -> {
        int leaf = rule.next(offer);
        int otherLeaf = instead.next(offer);
        boolean isChanged = leaf != ShareTree.NONE && ++turns[0] % 8 == 0;
        return isChanged ? otherLeaf == leaf ? ShareTree.NONE : otherLeaf : leaf;
      };
    }
  }

  @Test
  void aChangedRuleIsNamed() throws Exception {
    Function<SnapshotHead, FairnessPolicy> policies = record(first("heartbeat"), 1, EVENTS / 4);
    Replay.Outcome outcome =
        replay(head -> new Changed(policies.apply(head))).stream()
            .filter(file -> file.selected() >= 8)
            .findFirst()
            .orElseThrow();
    assertThat(outcome.differences()).isBetween(1L, outcome.selected());
    assertThat(outcome.first().toString())
        .contains(": offset ")
        .contains(": the application for [")
        .contains(": recorded application_");
  }
}
