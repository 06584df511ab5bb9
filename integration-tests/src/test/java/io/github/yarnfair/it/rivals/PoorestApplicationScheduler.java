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

import io.github.yarnfair.core.PoorestApplicationPolicy;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.testing.TestRule;

/**
 * H-DRF with whole applications as its leaves: a queue counts as if each of its applications held
 * no more than the poorest that can be served. A queue with more applications than it can have
 * tasks then counts as empty, whatever it holds.
 */
public final class PoorestApplicationScheduler extends HierarchicalScheduler {
  /** Created by the host. */
  public PoorestApplicationScheduler() {
    super(new TestRule(PoorestApplicationScheduler.class, PoorestApplicationPolicy::new));
  }
}
