// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.ideal;

import static io.github.yarnfair.core.scenario.TreeSpec.leaf;
import static io.github.yarnfair.core.scenario.TreeSpec.queue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class IdealShareTest {
  private static final double EXACT = 1e-12;

  /** The static allocations that the papers print. */
  @Nested
  class Papers {
    @Test
    void hdrfFigure4() {
      TreeSpec root =
          queue(
              "root",
              queue("n1", leaf("n1,1", 1, 0)),
              queue("n2", leaf("n2,1", 1, 0), leaf("n2,2", 0, 1)));
      expect(root, 10, 10).shares("n1,1", 1 / 2., "n2,1", 1 / 2., "n2,2", 1., "n2", 1.);
    }

    @Test
    void hdrfFigure5() {
      TreeSpec root =
          queue(
              "root",
              queue("n1", leaf("n1,1", 1, 0)),
              queue("n2", leaf("n2,1", 1, 0)),
              queue("n3", leaf("n3,1", 1, 0), leaf("n3,2", 0, 1)),
              queue("n4", leaf("n4,1", 0, 1)));
      expect(root, 100, 100)
          .shares("n1,1", 1 / 3., "n2,1", 1 / 3., "n3,1", 1 / 3., "n3,2", 1 / 2., "n4,1", 1 / 2.);
    }

    @Test
    void hdrfFigures6And7() {
      TreeSpec n1 = queue("n1", leaf("n1,1", 3, 2));
      TreeSpec both = queue("root", n1, queue("n2", leaf("n2,1", 1, 1), leaf("n2,2", 1, 3)));
      expect(both, 100, 100)
          .shares("n1,1", .6, "n2,1", .3, "n2,2", .3)
          .usage("n1,1", 60, 40)
          .usage("n2,1", 30, 30)
          .usage("n2,2", 10, 30);
      expect(queue("root", n1, queue("n2", leaf("n2,1", 1, 1))), 99, 99)
          .shares("n1,1", .5, "n2,1", .5)
          .usage("n1,1", 49.5, 33);
    }

    @Test
    void hdrfFigures8And9() {
      TreeSpec gpu = leaf("n1,2", 1, 0, 1);
      TreeSpec n2 = queue("n2", leaf("n2,1", 1, 1, 0), leaf("n2,2", 1, 1, 0));
      TreeSpec n1 = queue("n1", leaf("n1,1", 1, 1, 0), gpu).weighing(4);
      expect(queue("root", n1, n2), 784, 196, 196)
          .shares("n1,1", .8, "n1,2", 1., "n2,1", .1, "n2,2", .1);
      expect(queue("root", queue("n1", gpu).weighing(4), n2), 784, 196, 196)
          .shares("n1,2", 1., "n2,1", .5, "n2,2", .5);
      TreeSpec last = queue("n2", leaf("n2,1", 1, 1, 0));
      expect(queue("root", queue("n1", gpu).weighing(4), last), 784, 196, 196)
          .shares("n1,2", 1., "n2,1", 1.);
    }

    @Test
    void hdrfSection32WhereACollapsedHierarchyGivesTwoThirdsAndOneThird() {
      TreeSpec root =
          queue(
              "root",
              queue("n1", leaf("n1,1", 1, 1)),
              queue("n2", leaf("n2,1", 1, 0), leaf("n2,2", 0, 1)));
      expect(root, 12, 12).shares("n1,1", .5, "n2,1", .5, "n2,2", .5);
    }

    @Test
    void mchFigure4() {
      TreeSpec n2 = queue("n2", leaf("n2,1", 1, 0), leaf("n2,2", 1, 0), leaf("n2,3", 0, 1));
      TreeSpec n3 = queue("n3", leaf("n3,1", 1, 0));
      expect(queue("root", queue("n1", leaf("n1,1", 1, 0), leaf("n1,2", 0, 1)), n2, n3), 200, 200)
          .shares("n1,1", 1 / 3., "n1,2", 1 / 2., "n2,1", 1 / 6., "n2,2", 1 / 6.)
          .shares("n2,3", 1 / 2., "n3,1", 1 / 3.);
      expect(queue("root", queue("n1", leaf("n1,1", 1, 0)), n2, n3), 200, 200)
          .shares("n1,1", 1 / 3., "n2,1", 1 / 6., "n2,2", 1 / 6., "n2,3", 1., "n3,1", 1 / 3.);
    }
  }

  @Test
  void aSatisfiedLeafLeavesTheRestToItsSiblings() {
    TreeSpec root = queue("root", leaf("a", 2).tasks(10), leaf("b", 1).weighing(3), leaf("c", 1));
    expect(root, 100).shares("a", .2, "b", .6, "c", .2);
    expect(queue("root", leaf("a", 2).tasks(5), leaf("b", 1)), 100).shares("a", .1, "b", .9);
  }

  @Test
  void demandBelowTheClusterIsMetExactly() {
    TreeSpec root = queue("root", queue("q", leaf("a", 3, 1).tasks(7)), leaf("b", 0, 2).tasks(4));
    expect(root, 100, 100).usage("a", 21, 7).usage("b", 0, 8).usage("root", 21, 15);
  }

  @Test
  void aLimitIsAHardCapOfEachResourceOfAQueueAndOfALeaf() {
    TreeSpec capped =
        queue("n1", leaf("a", 1, 0), leaf("b", 0, 1)).limitedTo(20, ShareTree.UNLIMITED);
    expect(queue("root", capped, leaf("c", 1, 0)), 100, 100)
        .shares("a", .2, "b", 1., "c", .8, "n1", 1.);
    expect(queue("root", leaf("a", 1, 2).limitedTo(100, 30), leaf("b", 1, 0)), 100, 100)
        .usage("a", 15, 30)
        .usage("b", 85, 0);
    expect(queue("root", leaf("a", 1)).limitedTo(40), 100).shares("a", .4, "root", .4);
  }

  @Test
  void aLimitOfZeroGivesNothing() {
    TreeSpec capped = queue("n1", leaf("a", 1, 1), leaf("b", 1, 0)).limitedTo(100, 0);
    expect(queue("root", capped, leaf("c", 1, 1)), 100, 100).shares("a", 0, "b", .5, "c", .5);
  }

  @Test
  void aResourceThatTheClusterLacksBlocksOnlyLeavesThatNeedIt() {
    expect(queue("root", leaf("a", 1, 1), leaf("b", 1, 0)), 100, 0).shares("a", 0, "b", 1.);
  }

  @Test
  void ofTiedQueuesWhoseKeysDoNotReactTheFirstIsServed() {
    // When CPU is exhausted n1 and n2 stand at 1/2 by CPU and at 1/4 of the GPUs, of which 1/4 is
    // left: either could take all of it without its key changing.
    TreeSpec n1 = queue("n1", leaf("a", 1, 0).weighing(2), leaf("b", 0, 1));
    TreeSpec n2 = queue("n2", leaf("c", 1, 0).weighing(2), leaf("d", 0, 1));
    TreeSpec n3 = queue("n3", leaf("e", 0, 1)).weighing(.5);
    expect(queue("root", n1, n2, n3), 100, 100)
        .shares("a", .5, "c", .5, "b", .5, "d", .25, "e", .25);
    expect(queue("root", n2, n3, n1), 100, 100).shares("b", .25, "d", .5, "e", .25);
  }

  @Test
  void heldTasksArePartOfTheDemandSoThatStartingATaskChangesNothing() {
    TreeSpec root = queue("root", queue("q", leaf("a", 2, 1).tasks(30)), leaf("b", 1, 3).tasks(50));
    NamedTree named = NamedTree.of(root, 100, 100).submitAll();
    double before = IdealShare.of(named.tree()).dominantShare(named.node("a"));
    named.tree().setDemand(named.node("a"), Demand.of(new long[] {2, 1}, 12));
    named.tree().charge(named.node("a"), new long[] {2, 1}, 18);
    assertThat(IdealShare.of(named.tree()).dominantShare(named.node("a")))
        .isCloseTo(before, within(EXACT));
    named.tree().setDemand(named.node("a"), Demand.NOTHING);
    assertThat(IdealShare.of(named.tree()).usage(named.node("a")))
        .containsExactly(new double[] {36, 18}, within(1e-9));
  }

  /** The last assertion is what the rule gives that forgets such tasks: 3 CPUs in place of 8. */
  @Test
  void tasksNotToBeServedNowArePartOfTheDemandSoThatAGangThatWaitsChangesNothing() {
    TreeSpec root = queue("root", queue("q", leaf("a", 1, 0).tasks(8)), leaf("b", 1, 0).tasks(50));
    NamedTree named = NamedTree.of(root, 16, 16).submitAll();
    Demand pending = Demand.of(new long[] {1, 0}, 3);
    Demand waiting = Demand.of(new long[] {1, 0}, 5);
    for (Demand demand :
        List.of(
            pending.withUnserved(waiting),
            Demand.NOTHING.withUnserved(pending.plus(new long[] {1, 0}, 5)))) {
      named.tree().setDemand(named.node("a"), demand);
      assertThat(IdealShare.of(named.tree()).dominantShare(named.node("a")))
          .isCloseTo(.5, within(EXACT));
    }
    named.tree().setDemand(named.node("a"), pending);
    assertThat(IdealShare.of(named.tree()).dominantShare(named.node("a")))
        .isCloseTo(3.0 / 16, within(EXACT));
  }

  @Test
  void severalShapesCountByTheirWeightedMean() {
    NamedTree named = NamedTree.of(queue("root", leaf("a", 1, 0), leaf("b", 1, 0)), 100, 100);
    Demand mixed =
        new Demand.Builder().add(new long[] {1, 0}, 30).add(new long[] {0, 1}, 60).build();
    named.tree().setDemand(named.node("a"), mixed);
    named.tree().setDemand(named.node("b"), Demand.of(new long[] {1, 0}, Demand.ENDLESS));
    assertThat(IdealShare.of(named.tree()).usage(named.node("a")))
        .containsExactly(new double[] {30, 60}, within(1e-9));
  }

  @Test
  void endlessShapesOutweighOthersAndImpossibleOnesAreLeftOut() {
    NamedTree named = NamedTree.of(queue("root", leaf("a", 1, 0)).limitedTo(50, 100), 100, 100);
    Demand demand =
        new Demand.Builder()
            .add(new long[] {9, 0}, 3)
            .add(new long[] {1, 1}, Demand.ENDLESS)
            .add(new long[] {51, 1}, Demand.ENDLESS)
            .build();
    named.tree().setDemand(named.node("a"), demand);
    assertThat(IdealShare.of(named.tree()).usage(named.node("a")))
        .containsExactly(new double[] {50, 50}, within(1e-9));
  }

  @Test
  void anEmptyTreeAnEmptyClusterAndTasksOfNothingAreNoTrouble() {
    assertThat(IdealShare.of(new ShareTree(2)).dominantShare(ShareTree.ROOT)).isZero();
    expect(queue("root", queue("empty"), leaf("a", 1, 1)), 0, 0).shares("empty", 0, "a", 0);
    expect(queue("root", leaf("a", 0, 0), leaf("b", 1, 0)), 10, 10).shares("a", 0, "b", 1.);
  }

  @Test
  void refusesANodeThatWasNotThere() {
    NamedTree named = NamedTree.of(queue("root", leaf("a", 1), leaf("b", 1)), 10);
    named.tree().remove(named.node("a"));
    IdealShare ideal = IdealShare.of(named.tree());
    int late = named.tree().addLeaf(ShareTree.ROOT, 1);
    assertThatThrownBy(() -> ideal.usage(late)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ideal.dominantShare(99)).hasMessageContaining("99");
    assertThatThrownBy(() -> ideal.dominantShare(-1)).hasMessageContaining("-1");
  }

  private static Expectation expect(TreeSpec root, long... capacity) {
    NamedTree named = NamedTree.of(root, capacity).submitAll();
    return new Expectation(named, IdealShare.of(named.tree()));
  }

  private record Expectation(NamedTree named, IdealShare ideal) {
    /** Takes names and dominant shares in turn. */
    Expectation shares(Object... namesAndShares) {
      for (int i = 0; i < namesAndShares.length; i += 2) {
        String name = (String) namesAndShares[i];
        assertThat(ideal.dominantShare(named.node(name)))
            .as(name)
            .isCloseTo(((Number) namesAndShares[i + 1]).doubleValue(), within(EXACT));
      }
      return this;
    }

    Expectation usage(String name, double... amounts) {
      assertThat(ideal.usage(named.node(name))).as(name).containsExactly(amounts, within(1e-9));
      return this;
    }
  }
}
