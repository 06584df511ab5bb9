// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mch;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.IncrementalSelectionContract;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TreeListener;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;

/** MCH by each weighting, decided along one path, against the plain recursion. */
class MchIncrementalSelectionTest {
  private abstract static class FurtherForm extends IncrementalSelectionContract {
    @Override
    protected int divisor() {
      return 3;
    }
  }

  @Nested
  class Exact extends IncrementalSelectionContract {
    @Override
    protected FairnessPolicy policy() {
      return MchPolicy.exact();
    }
  }

  /** Ideal shares are as old as the last change of the cluster; who comes later has none. */
  @Nested
  class ExactSinceTheClusterChanged extends FurtherForm {
    @Override
    protected FairnessPolicy policy() {
      return MchPolicy.exact(new SinceTheClusterChanged());
    }
  }

  private static final class SinceTheClusterChanged implements IdealShareSource, TreeListener {
    private @Nullable IdealShare ideal;
    private boolean isFollowing;

    @Override
    public IdealShare latest(ShareTree tree) {
      if (!isFollowing) {
        tree.addListener(this);
        isFollowing = true;
      }
      IdealShare latest = ideal == null ? IdealShare.of(tree) : ideal;
      ideal = latest;
      return latest;
    }

    @Override
    public void capacityChanged() {
      ideal = null;
    }
  }

  @Nested
  class Uniform extends FurtherForm {
    @Override
    protected FairnessPolicy policy() {
      return MchPolicy.uniform();
    }
  }

  @Nested
  class Published extends FurtherForm {
    @Override
    protected FairnessPolicy policy() {
      return MchPolicy.published();
    }
  }
}
