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
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.TaskGroup;

/** What nodes have and tasks need, in the numbers by which a rule decides. */
interface NodeVectors {
  /** Returns how many numbers a vector has. */
  int length();

  /** Returns what a node has. */
  long[] of(RunNode node);

  /** Returns what a task needs. */
  long[] of(TaskGroup group);
}
