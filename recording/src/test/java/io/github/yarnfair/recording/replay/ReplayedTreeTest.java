// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import org.junit.jupiter.api.Test;

class ReplayedTreeTest {
  private static final int LEAF = 1;

  /**
   * A share tree does not hold tasks that take nothing, so a snapshot has none; such a container
   * ends after it all the same. Random events have some: without the ResourceManager's check,
   * requests are cut to the largest node, which may be empty. A rival that counts their ends
   * refuses the recording: "the sum exceeds 2^63 - 1".
   */
  @Test
  void tasksThatTakeNothingMayEndThoughTheSnapshotHasNone() {
    ReplayedTree replayed = new ReplayedTree(ShareSpace.ofOneClass(2));
    replayed.added(LEAF, ShareTree.ROOT, true, 1.0);
    for (int i = 0; i < 3; i++) {
      replayed.released(LEAF, new long[] {0, 0});
    }
    replayed.charged(LEAF, new long[] {4, 1}, 1);
    assertThat(replayed.tree().usage(ShareTree.ROOT, 0)).isEqualTo(4);
  }
}
