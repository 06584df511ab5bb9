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
package io.github.yarnfair.recording.replay;

import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.nodes.NodeIndex;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** How messages name leaves of the share tree and nodes of the cluster. */
final class ReplayedNames {
  private final Map<Integer, String> applications = new HashMap<>();

  void application(int leaf, long cluster, int id, String user, String queue) {
    applications.put(
        leaf,
        String.format(Locale.ROOT, "application_%d_%04d of %s in %s", cluster, id, user, queue));
  }

  String leaf(int leaf) {
    return leaf == ShareTree.NONE
        ? "none"
        : applications.getOrDefault(leaf, "the application of leaf " + leaf);
  }

  static String node(int index, int number) {
    return number == NodeIndex.NONE ? "none" : "node " + number + " of index " + index;
  }
}
