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
package io.github.yarnfair.core.preemption;

/** What a victim may cost besides its own work, the least first. */
enum Strictness {
  /** All nodes on the losing side keep their ideal usage: L of all resources, others of J. */
  KEEPS_ALL,
  /** The losing leaf and queues below L may fall below their ideal usage by part of a task. */
  ROUNDS,
  /** Resources that nothing else asks for stay idle. */
  LEAVES_IDLE
}
