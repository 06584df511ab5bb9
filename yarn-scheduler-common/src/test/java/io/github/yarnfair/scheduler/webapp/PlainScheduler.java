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
package io.github.yarnfair.scheduler.webapp;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.Shares;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import org.apache.hadoop.conf.Configuration;

/** A scheduler with the plainest policy: a queue's usage is the sum of its children's. */
public final class PlainScheduler extends HierarchicalScheduler {
  /** Created by the ResourceManager. */
  public PlainScheduler() {
    super(PlainScheduler.class.getName());
  }

  @Override
  protected FairnessPolicy createPolicy(Configuration configuration) {
    return new Sum();
  }

  private static final class Sum implements FairnessPolicy {
    @Override
    public String name() {
      return "sum";
    }

    @Override
    public double queueKey(Shares shares, int queue) {
      shares.clear(queue);
      for (int c = shares.firstChild(queue); c != ShareTree.NONE; c = shares.nextSibling(c)) {
        shares.attribute(queue, c, 1.0);
      }
      return shares.dominantShare(queue) / shares.weight(queue);
    }
  }
}
