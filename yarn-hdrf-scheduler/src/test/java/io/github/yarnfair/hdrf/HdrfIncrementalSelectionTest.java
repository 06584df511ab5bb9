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
package io.github.yarnfair.hdrf;

import static org.assertj.core.api.Assertions.fail;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.IncrementalSelectionContract;
import io.github.yarnfair.core.Selection;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.TreePassSelection;
import io.github.yarnfair.core.incremental.HdrfSelection;

/** Decided along one path, against the plain recursion: choices and queues' keys. */
class HdrfIncrementalSelectionTest extends IncrementalSelectionContract {
  @Override
  protected FairnessPolicy policy() {
    return new HdrfPolicy();
  }

  /** The plain keys are after the choice, and before the task is charged, the other ones after. */
  @Override
  protected double key(Selection incremental, TreePassSelection plain, int node) {
    boolean isQueue = plain.shares().firstChild(node) != ShareTree.NONE && node != ShareTree.ROOT;
    return isQueue ? ((HdrfSelection) incremental).key(node) : plain.shares().key(node);
  }

  @Override
  protected void compare(
      Selection incremental, TreePassSelection plain, int node, boolean isQueue, String where) {
    if (isQueue && node != ShareTree.ROOT) {
      double key = ((HdrfSelection) incremental).key(node);
      double expected = plain.shares().key(node);
      if (!(Math.abs(key - expected) <= 1e-12 * Math.max(1, expected))) {
        fail("%s, queue %d: key %s, expected %s", where, node, key, expected);
      }
    }
  }
}
