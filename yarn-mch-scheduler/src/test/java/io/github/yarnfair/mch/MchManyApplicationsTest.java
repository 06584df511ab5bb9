// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mch;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.ManyApplicationsContract;
import org.junit.jupiter.api.Nested;

class MchManyApplicationsTest {
  @Nested
  class Exact extends ManyApplicationsContract {
    @Override
    protected FairnessPolicy policy() {
      return MchPolicy.exact();
    }
  }

  @Nested
  class Uniform extends ManyApplicationsContract {
    @Override
    protected FairnessPolicy policy() {
      return MchPolicy.uniform();
    }
  }

  @Nested
  class Published extends ManyApplicationsContract {
    @Override
    protected FairnessPolicy policy() {
      return MchPolicy.published();
    }
  }
}
