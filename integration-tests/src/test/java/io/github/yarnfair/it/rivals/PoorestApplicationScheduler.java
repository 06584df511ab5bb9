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
package io.github.yarnfair.it.rivals;

import static io.github.yarnfair.core.ShareTree.NONE;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.Shares;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import org.apache.hadoop.conf.Configuration;

/**
 * H-DRF with whole applications as its leaves: a queue counts as if each of its applications held
 * no more than the poorest that can be served. A queue with more applications than it can have
 * tasks then counts as empty, whatever it holds.
 */
public final class PoorestApplicationScheduler extends HierarchicalScheduler {
  /** Created by the host. */
  public PoorestApplicationScheduler() {
    super(PoorestApplicationScheduler.class.getName());
  }

  @Override
  protected FairnessPolicy createPolicy(Configuration configuration) {
    return new PoorestApplication();
  }

  private static final class PoorestApplication implements FairnessPolicy {
    @Override
    public String name() {
      return "poorest";
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
}
