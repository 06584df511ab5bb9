// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.drfh;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.preemption.LeastLossContract;
import io.github.yarnfair.core.preemption.ManyApplicationsPreemptionContract;
import io.github.yarnfair.core.preemption.MixedPreemptionContract;
import io.github.yarnfair.core.preemption.PlannedPreemptionContract;
import io.github.yarnfair.core.preemption.PreemptionByClassContract;
import io.github.yarnfair.core.preemption.PreemptionModelContract;
import io.github.yarnfair.core.preemption.WholeTaskPreemptionContract;
import org.junit.jupiter.api.Nested;

class DrfhPreemptionTest {
  @Nested
  class Cases extends PlannedPreemptionContract {
    @Override
    protected FairnessPolicy policy() {
      return new DrfhPolicy();
    }

    /** A leaf queue with a quarter of the weight and one with half of it divide 92 cores. */
    @Override
    protected long coresBesideGpus() {
      return 30;
    }
  }

  @Nested
  class ManyApplications extends ManyApplicationsPreemptionContract {
    @Override
    protected FairnessPolicy policy() {
      return new DrfhPolicy();
    }
  }

  @Nested
  class ByClass extends PreemptionByClassContract {
    @Override
    protected FairnessPolicy policy() {
      return new DrfhPolicy();
    }
  }

  @Nested
  class Model extends PreemptionModelContract {
    @Override
    protected FairnessPolicy policy() {
      return new DrfhPolicy();
    }
  }

  @Nested
  class WholeTasks extends WholeTaskPreemptionContract {
    @Override
    protected FairnessPolicy policy() {
      return new DrfhPolicy();
    }

    @Override
    protected long leastOfNestedQueue() {
      return 14;
    }
  }

  @Nested
  class LeastLoss extends LeastLossContract {
    @Override
    protected FairnessPolicy policy() {
      return new DrfhPolicy();
    }
  }

  @Nested
  class Mixed extends MixedPreemptionContract {
    @Override
    protected FairnessPolicy policy() {
      return new DrfhPolicy();
    }
  }
}
