// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.hdrf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.core.policy.TreePassSelection;
import io.github.yarnfair.core.scenario.PlainNode;
import io.github.yarnfair.core.scenario.RandomTreeEvents;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.ShareTreeAudit;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The policies over the share tree against the plain recursion, whatever happens to the tree. */
class HdrfPolicyAgainstPlainRecursionTest {
  private static final long SEED = Seed.of("HdrfPolicyAgainstPlainRecursionTest", 4);
  private static final double EXACT = 1e-12;

  @ParameterizedTest
  @EnumSource(PlainHdrf.Rule.class)
  void everyKeyAndChoiceIsTheSame(PlainHdrf.Rule rule) {
    compare(rule, false);
  }

  /** Two to four classes, with weights for each, shares of both kinds, tasks that float or span. */
  @ParameterizedTest
  @EnumSource(PlainHdrf.Rule.class)
  void everyKeyAndChoiceIsTheSameWithMachineClasses(PlainHdrf.Rule rule) {
    compare(rule, true);
  }

  private static void compare(PlainHdrf.Rule rule, boolean withClasses) {
    int choices = 0;
    int rounds = TestSize.of(10_000);
    for (int round = 0; round < rounds; round++) {
      Comparison comparison = new Comparison(round, rule, withClasses);
      for (int step = 0; step < 20; step++) {
        choices += comparison.step() ? 1 : 0;
      }
      assertThat(ShareTreeAudit.violations(comparison.events.tree())).isEmpty();
    }
    System.out.println(rule + ": " + choices + " tasks placed");
    assertThat(choices).isGreaterThan(withClasses ? 2 * rounds : 5 * rounds);
  }

  private static final class Comparison {
    private final int round;
    private final PlainHdrf.Rule rule;
    private final RandomTreeEvents events;
    private final TreePassSelection selection;

    private Comparison(int round, PlainHdrf.Rule rule, boolean withClasses) {
      this.round = round;
      this.rule = rule;
      Random random = Seed.random(SEED, round);
      int nodes = 2 + round % 15;
      events =
          withClasses
              ? new RandomTreeEvents(RandomTreeEvents.classes(random), random, nodes)
              : new RandomTreeEvents(random, nodes);
      selection = new TreePassSelection(events.tree(), policy());
    }

    private FairnessPolicy policy() {
      return switch (rule) {
        case CORRECTED -> new HdrfPolicy();
        case PRINTED -> new PublishedHdrfPolicy();
        case NAIVE -> new NaivePolicy();
      };
    }

    /** Compares keys and choice after something has happened; returns whether a leaf was served. */
    private boolean step() {
      events.somethingHappens();
      PlainHdrf plain =
          new PlainHdrf(
              events.tree().space(),
              events.plain(ShareTree.ROOT),
              events.capacity(),
              events.free(),
              rule);
      PlainNode expected = plain.leaf();
      int chosen = selection.next(events.offer());
      events.nodes().forEach(node -> compare(plain, node));
      if (chosen != (expected == null ? ShareTree.NONE : expected.handle)) {
        assertThat(chosen != ShareTree.NONE && isNearTie(plain, expected, events.plain(chosen)))
            .as("round %d: another choice", round)
            .isTrue();
      }
      if (chosen == ShareTree.NONE) {
        return false;
      }
      events.follow(chosen);
      return true;
    }

    /** Asserts only what differs: there are millions of keys. */
    private void compare(PlainHdrf plain, int node) {
      PlainNode plainNode = events.plain(node);
      double key = selection.shares().key(node);
      if (selection.shares().isBlocked(node) != plain.isBlocked(plainNode)) {
        fail("round %d, node %d: expected blocked: %s", round, node, plain.isBlocked(plainNode));
      }
      if (!(Math.abs(key - plain.key(plainNode)) <= EXACT)) {
        fail("round %d, node %d: key %s, expected %s", round, node, key, plain.key(plainNode));
      }
    }

    /** Keys that are equal can differ by rounding in one of the two, and the choice with them. */
    private boolean isNearTie(PlainHdrf plain, PlainNode one, PlainNode other) {
      for (PlainNode a = one; a != null; a = a.parent) {
        for (PlainNode b = other; b != null; b = b.parent) {
          if (a.parent == b.parent && a != b) {
            double difference = Math.abs(plain.key(a) - plain.key(b));
            boolean isTieInBoth =
                difference == 0
                    && selection.shares().key(a.handle) == selection.shares().key(b.handle);
            return !isTieInBoth && difference < EXACT;
          }
        }
      }
      return false;
    }
  }
}
