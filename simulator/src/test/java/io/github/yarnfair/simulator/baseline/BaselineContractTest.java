// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.baseline;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.FairnessPolicyContract;
import io.github.yarnfair.core.policy.HierarchicalPolicyContract;
import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.core.policy.RecursivePolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.hdrf.HdrfPolicy;
import org.junit.jupiter.api.Nested;

/** The policies that no scheduler module has. */
class BaselineContractTest {
  @Nested
  class RescaleOnly extends HierarchicalPolicyContract {
    @Override
    protected FairnessPolicy policy() {
      return new RescaleOnlyPolicy();
    }
  }

  @Nested
  class LeastApplication extends HierarchicalPolicyContract {
    @Override
    protected FairnessPolicy policy() {
      return new LeastApplicationPolicy();
    }
  }

  @Nested
  class FollowIdeal extends FairnessPolicyContract {
    @Override
    protected FairnessPolicy policy() {
      return new FollowIdealPolicy();
    }
  }

  @Nested
  class Collapsed extends FairnessPolicyContract {
    @Override
    protected FairnessPolicy policy() {
      return new CollapsedHierarchiesPolicy();
    }
  }

  @Nested
  class FlatDrf extends FairnessPolicyContract {
    @Override
    protected FairnessPolicy policy() {
      return new FlatDrfPolicy();
    }
  }

  @Nested
  class CsCurrent extends FairnessPolicyContract {
    @Override
    protected FairnessPolicy policy() {
      return new NaivePolicy();
    }

    @Override
    protected Selection over(ShareTree tree) {
      return new UntilExhausted(tree, super.over(tree));
    }
  }

  @Nested
  class Recursive extends FairnessPolicyContract {
    @Override
    protected FairnessPolicy policy() {
      return new RecursivePolicy(
          new HdrfPolicy(),
          queue -> queue % 2 == 0 ? RecursivePolicy.Order.FIFO : RecursivePolicy.Order.BY_POLICY);
    }
  }
}
