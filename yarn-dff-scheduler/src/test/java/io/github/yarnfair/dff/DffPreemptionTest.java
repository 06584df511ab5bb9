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
package io.github.yarnfair.dff;

import io.github.yarnfair.core.FairnessPolicy;
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

    /**
     * Q{a, c, d}, b on a node of ⟨6, 4⟩, tasks of ⟨2, 1⟩ and d's of ⟨1, 0⟩; Q holds all. Room made
     * for b goes to d by DFF's turns, and the planner does not end a task of c for d alone.
     */
    @Override
    protected int mostMissed() {
      return 1;
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
