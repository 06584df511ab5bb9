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
package io.github.yarnfair.core;

import static io.github.yarnfair.core.ShareTree.NONE;

/**
 * A rival: a queue is rated by its application of the least key that can be served, and its other
 * children are scaled to that. In the limit of fluids it is H-DRF's corrected rule. A queue with
 * more applications than its share has tasks counts for nothing by it.
 */
public final class PoorestApplicationPolicy implements FairnessPolicy {
  @Override
  public String name() {
    return "poorest-application";
  }

  @Override
  public double queueKey(Shares shares, int queue) {
    double least = shares.leastKey(queue);
    shares.clear(queue);
    for (int c = shares.firstChild(queue); c != NONE; c = shares.nextSibling(c)) {
      double key = shares.key(c);
      shares.attribute(queue, c, key > least ? least / key : 1.0);
    }
    return shares.shareByWeight(queue);
  }
}
