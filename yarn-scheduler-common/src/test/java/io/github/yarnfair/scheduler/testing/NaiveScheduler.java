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
package io.github.yarnfair.scheduler.testing;

import io.github.yarnfair.core.NaivePolicy;
import io.github.yarnfair.scheduler.HierarchicalScheduler;

/**
 * Naive hierarchical DRF (H-DRF paper, section 3.3): the plainest scheduler there is, and the rival
 * of the others.
 */
public final class NaiveScheduler extends HierarchicalScheduler {
  /** Created by the ResourceManager. */
  public NaiveScheduler() {
    super(new Rule());
  }

  /** Its rule. */
  public static final class Rule extends TestRule {
    /** Created by the class loader of {@link SchedulerConf}. */
    public Rule() {
      super(NaiveScheduler.class, NaivePolicy::new);
    }
  }
}
