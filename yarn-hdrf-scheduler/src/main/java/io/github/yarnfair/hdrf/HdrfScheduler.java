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

import io.github.yarnfair.scheduler.HierarchicalScheduler;

/**
 * Hierarchical Dominant Resource Fairness for YARN: the class an administrator names as {@code
 * yarn.resourcemanager.scheduler.class}. Its options are those of {@link HdrfRule}.
 */
public final class HdrfScheduler extends HierarchicalScheduler {
  /** Which form of the rule: {@code corrected} or {@code published}. */
  public static final String RULE_KEY = "yarn.scheduler.hdrf.rule";

  /** Created by the ResourceManager. */
  public HdrfScheduler() {
    super(new HdrfRule());
  }
}
