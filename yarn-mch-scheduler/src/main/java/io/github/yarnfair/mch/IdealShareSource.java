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

import io.github.yarnfair.core.IdealShare;
import io.github.yarnfair.core.ShareTree;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Where the exact weights come from. */
@FunctionalInterface
public interface IdealShareSource {
  /**
   * Returns the latest ideal share of a tree, which may be older than the tree, or null if there is
   * none yet. Asked before every decision: must allocate nothing while it has nothing new.
   */
  @Nullable IdealShare latest(ShareTree tree);

  /** As {@link io.github.yarnfair.core.FairnessPolicy#timeBy}, of a source that has a clock. */
  default void timeBy(UnaryOperator<BooleanSupplier> timing) {}
}
