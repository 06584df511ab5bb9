// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.dff;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.preemption.LeastLossContract;
import io.github.yarnfair.core.preemption.ManyApplicationsPreemptionContract;
import io.github.yarnfair.core.preemption.MixedPreemptionContract;
import io.github.yarnfair.core.preemption.PlannedPreemptionContract;
import io.github.yarnfair.core.preemption.PreemptionByClassContract;
import io.github.yarnfair.core.preemption.PreemptionModelContract;
import io.github.yarnfair.core.preemption.WholeTaskPreemptionContract;
import org.junit.jupiter.api.Nested;

class DffPreemptionTest {
  @Nested
  class Cases extends PlannedPreemptionContract {
    @Override
    protected FairnessPolicy policy() {
      return new DffPolicy();
    }
  }

  @Nested
  class ManyApplications extends ManyApplicationsPreemptionContract {
    @Override
    protected FairnessPolicy policy() {
      return new DffPolicy();
    }
  }

  @Nested
  class ByClass extends PreemptionByClassContract {
    @Override
    protected FairnessPolicy policy() {
      return new DffPolicy();
    }
  }

  @Nested
  class Model extends PreemptionModelContract {
    @Override
    protected FairnessPolicy policy() {
      return new DffPolicy();
    }
  }

  @Nested
  class WholeTasks extends WholeTaskPreemptionContract {
    @Override
    protected FairnessPolicy policy() {
      return new DffPolicy();
    }
  }

  @Nested
  class LeastLoss extends LeastLossContract {
    @Override
    protected FairnessPolicy policy() {
      return new DffPolicy();
    }
  }

  @Nested
  class Mixed extends MixedPreemptionContract {
    @Override
    protected FairnessPolicy policy() {
      return new DffPolicy();
    }
  }
}
