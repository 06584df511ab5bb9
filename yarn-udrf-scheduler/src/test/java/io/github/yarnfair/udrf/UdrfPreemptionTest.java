/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.udrf;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.preemption.LeastLossContract;
import io.github.yarnfair.core.preemption.ManyApplicationsPreemptionContract;
import io.github.yarnfair.core.preemption.MixedPreemptionContract;
import io.github.yarnfair.core.preemption.PlannedPreemptionContract;
import io.github.yarnfair.core.preemption.PreemptionByClassContract;
import io.github.yarnfair.core.preemption.PreemptionModelContract;
import io.github.yarnfair.core.preemption.WholeTaskPreemptionContract;
import org.junit.jupiter.api.Nested;

class UdrfPreemptionTest {
  @Nested
  class Cases extends PlannedPreemptionContract {
    @Override
    protected FairnessPolicy policy() {
      return new UdrfPolicy();
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
      return new UdrfPolicy();
    }
  }

  @Nested
  class ByClass extends PreemptionByClassContract {
    @Override
    protected FairnessPolicy policy() {
      return new UdrfPolicy();
    }
  }

  @Nested
  class Model extends PreemptionModelContract {
    @Override
    protected FairnessPolicy policy() {
      return new UdrfPolicy();
    }
  }

  @Nested
  class WholeTasks extends WholeTaskPreemptionContract {
    @Override
    protected FairnessPolicy policy() {
      return new UdrfPolicy();
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
      return new UdrfPolicy();
    }
  }

  @Nested
  class Mixed extends MixedPreemptionContract {
    @Override
    protected FairnessPolicy policy() {
      return new UdrfPolicy();
    }
  }
}
