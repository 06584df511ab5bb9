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
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.scheduler.model.AppAttempt;

/**
 * How a node's free resources are assigned: to every request that fits, or with room kept for
 * larger requests.
 */
interface NodeHeadroom {
  /**
   * Serves a node.
   *
   * @param now the scheduler's clock, in milliseconds
   */
  void serve(NodeVisit visit, long now);

  /** Called after an attempt's demand may have changed or ended. */
  default void demandChanged(AppAttempt attempt) {}
}
