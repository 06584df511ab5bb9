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
package io.github.yarnfair.simulator.baseline;

import io.github.yarnfair.core.FlatPolicy;
import io.github.yarnfair.core.HierarchicalGuarantee;
import io.github.yarnfair.core.NaivePolicy;
import io.github.yarnfair.core.ShareTree;

/**
 * Collapsed hierarchies (section 3.2 of the paper cited by {@link NaivePolicy}): flat DRF where
 * each leaf weighs what the hierarchy guarantees it. Queues whose children want different resources
 * get less than their guarantee.
 */
public final class CollapsedHierarchiesPolicy extends FlatPolicy {
  private final HierarchicalGuarantee guarantee = new HierarchicalGuarantee();

  @Override
  public String name() {
    return "ch";
  }

  @Override
  public void prepare(ShareTree tree) {
    guarantee.follow(tree);
  }

  @Override
  public double flatWeight(int leaf) {
    return guarantee.of(leaf);
  }
}
