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

import io.github.yarnfair.core.Activity;
import io.github.yarnfair.core.HierarchicalGuarantee;
import io.github.yarnfair.core.IdealShare;
import io.github.yarnfair.core.ShareTree;
import org.jspecify.annotations.Nullable;

/** W is the ideal share, or the hierarchical guarantee of a leaf that has no ideal share (yet). */
final class IdealWeighting implements Weighting {
  private final IdealShareSource source;
  private final HierarchicalGuarantee guarantee = new HierarchicalGuarantee();
  private @Nullable IdealShare ideal;

  IdealWeighting(IdealShareSource source) {
    this.source = source;
  }

  @Override
  public void follow(ShareTree tree) {
    ideal = source.latest(tree);
    guarantee.follow(tree);
  }

  @Override
  public boolean isCurrent(ShareTree tree, int leaf) {
    return Activity.isActive(tree, leaf) == guarantee.of(leaf) > 0;
  }

  @Override
  public boolean hasNews(ShareTree tree) {
    return source.latest(tree) != ideal;
  }

  @Override
  public double weight(int leaf) {
    double share = ideal != null && ideal.contains(leaf) ? ideal.dominantShare(leaf) : 0.0;
    return share > 0 ? share : guarantee.of(leaf);
  }
}
