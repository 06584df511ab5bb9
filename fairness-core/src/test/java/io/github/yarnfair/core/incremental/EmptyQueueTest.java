// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.policy.LeafQueuePolicy;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What it takes to add the first queue below an empty one, as the first user of a leaf queue is.
 */
class EmptyQueueTest {
  private final ShareTree tree = new ShareTree(1);
  private final Offer offer = new Offer(1);

  enum Kind {
    HDRF,
    FLAT;

    IncrementalSelection over(ShareTree tree) {
      return this == HDRF ? new HdrfSelection(tree) : new KindSelection(tree, new LeafQueues());
    }
  }

  /** Leaf queues as users, as under DRFH. */
  private static final class LeafQueues extends LeafQueuePolicy {
    @Override
    public String name() {
      return "leaf-queues";
    }
  }

  /** Fails if the whole tree is rebuilt for each queue that gets its first user. */
  @ParameterizedTest
  @EnumSource
  void theFirstAndTheLastInnerChildRebuildNothing(Kind kind) {
    tree.setCapacity(new long[] {100});
    int other = leafBelow(tree.addQueue(ROOT, 1.0));
    int queue = tree.addQueue(tree.addQueue(ROOT, 1.0), 1.0);
    IncrementalSelection selection = kind.over(tree);
    assertThat(next(selection)).isEqualTo(other);
    int user = tree.addQueue(queue, 1.0);
    int leaf = leafBelow(user);
    assertThat(selection.isStale()).isFalse();
    tree.charge(other, new long[] {1});
    assertThat(next(selection)).isEqualTo(leaf);
    tree.remove(leaf);
    tree.remove(user);
    assertThat(selection.isStale()).isFalse();
    assertThat(next(selection)).isEqualTo(other);
    int again = leafBelow(tree.addQueue(queue, 1.0));
    assertThat(selection.isStale()).isFalse();
    assertThat(next(selection)).isEqualTo(again);
  }

  private int leafBelow(int queue) {
    int leaf = tree.addLeaf(queue, 1.0);
    tree.setDemand(leaf, Demand.of(new long[] {1}, 10));
    return leaf;
  }

  private int next(IncrementalSelection selection) {
    offer.open(new long[] {50});
    return selection.next(offer);
  }
}
