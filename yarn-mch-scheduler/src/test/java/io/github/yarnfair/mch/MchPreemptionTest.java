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
package io.github.yarnfair.mch;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.preemption.PlannedPreemptionContract;
import io.github.yarnfair.core.preemption.PreemptionByClassContract;
import io.github.yarnfair.core.preemption.PreemptionModelContract;
import org.junit.jupiter.api.Nested;

class MchPreemptionTest {
  @Nested
  class Cases extends PlannedPreemptionContract {
    @Override
    protected FairnessPolicy policy() {
      return MchPolicy.exact();
    }

    /**
     * MCH divides by leaf. Each of the 41 leaves weighs 50/41 cores and the rival 50, so that with
     * 3 tasks the leaf comes after the rival with 97, and room for a fourth would go back to that.
     */
    @Override
    protected int servedBesideTooLargeTasks() {
      return 3;
    }
  }

  @Nested
  class ByClass extends PreemptionByClassContract {
    @Override
    protected FairnessPolicy policy() {
      return MchPolicy.exact();
    }
  }

  @Nested
  class Model extends PreemptionModelContract {
    @Override
    protected FairnessPolicy policy() {
      return MchPolicy.exact();
    }
  }
}
