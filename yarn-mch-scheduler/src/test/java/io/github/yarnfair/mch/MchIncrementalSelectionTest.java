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
import io.github.yarnfair.core.IdealShare;
import io.github.yarnfair.core.IncrementalSelectionContract;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.TreeListener;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;

/** MCH by each weighting, decided along one path, against the plain recursion. */
class MchIncrementalSelectionTest {
  @Nested
  class Exact extends IncrementalSelectionContract {
    @Override
    protected FairnessPolicy policy() {
      return MchPolicy.exact();
    }
  }

  /** Ideal shares are as old as the last change of the cluster; who comes later has none. */
  @Nested
  class ExactNowAndThen extends IncrementalSelectionContract {
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
  class Uniform extends IncrementalSelectionContract {
    @Override
    protected FairnessPolicy policy() {
      return MchPolicy.uniform();
    }
  }

  @Nested
  class Published extends IncrementalSelectionContract {
    @Override
    protected FairnessPolicy policy() {
      return MchPolicy.published();
    }
  }
}
