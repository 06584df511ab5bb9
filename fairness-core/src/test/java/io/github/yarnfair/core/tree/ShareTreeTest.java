// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import static io.github.yarnfair.core.tree.ShareTree.NONE;
import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.core.scenario.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShareTreeTest {
  private final ShareTree tree = new ShareTree(2);

  @AfterEach
  void treeIsSound() {
    assertThat(ShareTreeAudit.violations(tree)).isEmpty();
  }

  @Test
  void childrenKeepTheOrderInWhichTheyWereAdded() {
    int a = tree.addQueue(ROOT, 1);
    int b = tree.addLeaf(ROOT, 2);
    int c = tree.addLeaf(ROOT, 3);
    int inA = tree.addLeaf(a, 1);
    assertThat(children(ROOT)).containsExactly(a, b, c);
    assertThat(children(a)).containsExactly(inA);
    assertThat(tree.parent(inA)).isEqualTo(a);
    assertThat(tree.parent(ROOT)).isEqualTo(NONE);
    assertThat(tree.size()).isEqualTo(5);
    assertThat(tree.isLeaf(a)).isFalse();
    assertThat(tree.isLeaf(b)).isTrue();
    assertThat(tree.weight(c)).isEqualTo(3);
  }

  @Test
  void removingUnlinksAnySiblingAndItsHandleComesBackBlank() {
    int a = tree.addLeaf(ROOT, 1);
    int b = tree.addLeaf(ROOT, 7);
    int c = tree.addLeaf(ROOT, 1);
    tree.setPassableLimit(b, amounts(5, 5));
    tree.setDemand(b, Demand.of(amounts(1, 1), 3));
    tree.remove(b);
    assertThat(children(ROOT)).containsExactly(a, c);
    assertThat(tree.contains(b)).isFalse();
    int again = tree.addQueue(ROOT, 1);
    assertThat(again).isEqualTo(b);
    assertThat(children(ROOT)).containsExactly(a, c, again);
    assertThat(tree.isLeaf(again)).isFalse();
    assertThat(tree.weight(again)).isEqualTo(1);
    assertThat(tree.limit(again, 0)).isEqualTo(ShareTree.UNLIMITED);
    assertThat(tree.isPassable(again)).isFalse();
    assertThat(tree.demand(again).isEmpty()).isTrue();
    tree.remove(a);
    tree.remove(again);
    tree.remove(c);
    assertThat(children(ROOT)).isEmpty();
    assertThat(tree.size()).isEqualTo(1);
  }

  @Test
  void usageIsSummedExactlyUpToTheRoot() {
    int queue = tree.addQueue(ROOT, 1);
    int a = tree.addLeaf(queue, 1);
    int b = tree.addLeaf(queue, 1);
    long huge = (1L << 60) + 1;
    tree.charge(a, amounts(huge, 0));
    tree.charge(b, amounts(1, 3));
    assertThat(usage(queue)).containsExactly(huge + 1, 3);
    tree.release(a, amounts(huge, 0));
    assertThat(usage(ROOT)).containsExactly(1, 3);
    assertThat(tree.holdsNothing(a)).isTrue();
    assertThat(tree.holdsNothing(queue)).isFalse();
  }

  @Test
  void sharesAreFractionsOfTheClusterAndAResourceItLacksHasNone() {
    int a = tree.addLeaf(ROOT, 1);
    tree.charge(a, amounts(10, 4));
    assertThat(tree.dominantShare(a)).isZero();
    tree.setCapacity(amounts(40, 8));
    assertThat(tree.usedFraction(a, 0)).isEqualTo(0.25);
    assertThat(tree.dominantShare(a)).isEqualTo(0.5);
    tree.setCapacity(amounts(40, 0));
    assertThat(tree.dominantShare(a)).isEqualTo(0.25);
  }

  /** A hard limit would starve a node whose limit is below the size of one task. */
  @Test
  void theLastTaskMayPassAPassableLimitAndNoneAfterIt() {
    int queue = tree.addQueue(ROOT, 1);
    int leaf = tree.addLeaf(queue, 1);
    tree.setPassableLimit(queue, amounts(3, ShareTree.UNLIMITED));
    assertThat(tree.headroom(queue, 0)).isEqualTo(ShareTree.UNLIMITED);
    tree.charge(leaf, amounts(3, 1));
    assertThat(tree.headroom(queue, 0)).isEqualTo(ShareTree.UNLIMITED);
    assertThat(tree.remainingLimit(queue, 0)).isZero();
    assertThat(tree.headroom(queue, 1, amounts(1, 0))).isZero();
    tree.charge(leaf, amounts(1, 1));
    assertThat(tree.headroom(queue, 0)).isZero();
    assertThat(tree.headroom(queue, 1)).as("no task of any shape").isZero();
    tree.setLimit(queue, amounts(5, 5));
    assertThat(tree.headroom(queue, 0)).as("a hard limit again").isEqualTo(1);
    assertThat(tree.headroom(queue, 0, amounts(3, 0))).isZero();
  }

  /** Otherwise what a node holds in one class would keep it from another. */
  @Test
  void aPassableLimitCountsInEachMachineClassByItself() {
    ShareTree classes = new ShareTree(new ShareSpace(ShareSpace.Kind.CLASS, 2, 1));
    int leaf = classes.addLeaf(ROOT, 1);
    classes.setPassableLimit(leaf, new long[] {2, 2, 0});
    classes.charge(leaf, new long[] {3, 0, 0});
    assertThat(classes.headroom(leaf, 0)).isZero();
    assertThat(classes.headroom(leaf, 1)).isEqualTo(ShareTree.UNLIMITED);
  }

  @Test
  void movingTakesTheUsageAlong() {
    int from = tree.addQueue(ROOT, 1);
    int to = tree.addQueue(tree.addQueue(ROOT, 1), 1);
    int queue = tree.addQueue(from, 1);
    int leaf = tree.addLeaf(queue, 1);
    int last = tree.addLeaf(to, 1);
    tree.charge(leaf, amounts(5, 2));
    tree.move(queue, to);
    assertThat(children(to)).containsExactly(last, queue);
    assertThat(children(from)).isEmpty();
    assertThat(usage(from)).containsExactly(0, 0);
    assertThat(usage(tree.parent(to))).containsExactly(5, 2);
    assertThat(usage(ROOT)).containsExactly(5, 2);
  }

  @Test
  void refusesToMoveANodeBelowItselfOrALeaf() {
    int queue = tree.addQueue(ROOT, 1);
    int below = tree.addQueue(queue, 1);
    int leaf = tree.addLeaf(ROOT, 1);
    assertThatThrownBy(() -> tree.move(queue, below)).hasMessageContaining("lies below");
    assertThatThrownBy(() -> tree.move(queue, queue)).hasMessageContaining("lies below");
    assertThatThrownBy(() -> tree.move(ROOT, queue)).hasMessageContaining("lies below");
    assertThatThrownBy(() -> tree.move(queue, leaf)).hasMessageContaining("is a leaf");
  }

  @Test
  void refusesToRemoveWhatIsInUse() {
    int queue = tree.addQueue(ROOT, 1);
    int leaf = tree.addLeaf(queue, 1);
    tree.charge(leaf, amounts(0, 1));
    assertThatThrownBy(() -> tree.remove(ROOT)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> tree.remove(queue)).hasMessageContaining("children");
    assertThatThrownBy(() -> tree.remove(leaf)).hasMessageContaining("still holds");
  }

  @Test
  void refusesToReleaseMoreThanIsHeldAndChangesNothing() {
    int leaf = tree.addLeaf(ROOT, 1);
    tree.charge(leaf, amounts(5, 1));
    assertThatThrownBy(() -> tree.release(leaf, amounts(1, 2)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("holds no task of [1, 2]: [[5, 1] x 1]");
    assertThat(usage(leaf)).containsExactly(5, 1);
  }

  @Test
  void refusesNodesThatAreNotThereOrOfTheWrongKind() {
    int queue = tree.addQueue(ROOT, 1);
    int gone = tree.addLeaf(ROOT, 1);
    tree.remove(gone);
    assertThatThrownBy(() -> tree.charge(gone, amounts(1, 1))).hasMessageContaining("no node");
    assertThatThrownBy(() -> tree.addLeaf(99, 1)).hasMessageContaining("no node 99");
    assertThatThrownBy(() -> tree.setWeight(NONE, 1)).hasMessageContaining("no node -1");
    assertThatThrownBy(() -> tree.charge(queue, amounts(1, 1))).hasMessageContaining("not a leaf");
    assertThatThrownBy(() -> tree.setDemand(queue, Demand.NOTHING))
        .hasMessageContaining("not a leaf");
    int leaf = tree.addLeaf(queue, 1);
    assertThatThrownBy(() -> tree.addLeaf(leaf, 1)).hasMessageContaining("is a leaf");
  }

  @Test
  void refusesVectorsOfAnotherLengthOrBelowZero() {
    int leaf = tree.addLeaf(ROOT, 1);
    assertThatThrownBy(() -> tree.charge(leaf, amounts(1))).hasMessageContaining("expected 2");
    assertThatThrownBy(() -> tree.setCapacity(amounts(1, -1))).hasMessageContaining("negative");
    assertThatThrownBy(() -> tree.setLimit(leaf, amounts(-1, 1))).hasMessageContaining("negative");
    assertThatThrownBy(() -> tree.setDemand(leaf, Demand.of(amounts(1, 2, 3), 1)))
        .hasMessageContaining("expected 2");
    assertThatThrownBy(() -> new ShareTree(0)).hasMessageContaining("at least 1");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesAWeightThatIsNotPositiveAndFinite(double weight) {
    assertThatThrownBy(() -> tree.addQueue(ROOT, weight)).hasMessageContaining("weight");
    assertThatThrownBy(() -> tree.setWeight(ROOT, weight)).hasMessageContaining("weight");
    assertThat(tree.size()).isEqualTo(1);
  }

  @Test
  void staysSoundOverRandomChanges() {
    Random random = new Random(Seed.of("ShareTreeTest", 3));
    for (int step = 0; step < 20_000; step++) {
      changeSomething(random);
      if (step % 50 == 0) {
        treeIsSound();
      }
    }
  }

  private void changeSomething(Random random) {
    int node = random.nextInt(tree.handleBound());
    if (!tree.contains(node)) {
      return;
    }
    switch (random.nextInt(5)) {
      case 0 -> addBelow(node, random);
      case 1 -> moveTo(node, random.nextInt(tree.handleBound()));
      case 2 -> {
        if (tree.isLeaf(node)) {
          tree.charge(node, amounts(random.nextInt(100), random.nextInt(100)));
        }
      }
      case 3 -> {
        if (tree.isLeaf(node)) {
          releaseOne(node, random);
        }
      }
      default -> {
        if (node != ROOT && tree.firstChild(node) == NONE && tree.holdsNothing(node)) {
          tree.remove(node);
        }
      }
    }
  }

  private void releaseOne(int leaf, Random random) {
    Demand held = tree.held(leaf);
    if (!held.isEmpty()) {
      tree.release(leaf, held.vector(random.nextInt(held.size())));
    }
  }

  private void addBelow(int node, Random random) {
    if (!tree.isLeaf(node) && tree.size() < 60) {
      int unused = random.nextBoolean() ? tree.addLeaf(node, 1) : tree.addQueue(node, 2);
    }
  }

  private void moveTo(int node, int queue) {
    if (!tree.contains(queue) || tree.isLeaf(queue)) {
      return;
    }
    for (int n = queue; n != NONE; n = tree.parent(n)) {
      if (n == node) {
        return;
      }
    }
    tree.move(node, queue);
  }

  private List<Integer> children(int node) {
    List<Integer> children = new ArrayList<>();
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      children.add(c);
    }
    return children;
  }

  private long[] usage(int node) {
    return amounts(tree.usage(node, 0), tree.usage(node, 1));
  }

  private static long[] amounts(long... amounts) {
    return amounts;
  }
}
