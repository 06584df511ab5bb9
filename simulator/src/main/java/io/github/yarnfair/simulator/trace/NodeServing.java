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
package io.github.yarnfair.simulator.trace;

import java.util.function.LongSupplier;

/** How the free resources of the nodes are handed out, when something has changed. */
interface NodeServing {
  /** Records the end of a pod on a node. */
  void freed(int node);

  /**
   * Starts pods until no more fit, or another event is due.
   *
   * @param now the time, in milliseconds
   * @param starts takes a pod that has been started, and when
   * @param nextEvent asked for the time of the next event, which starts may bring nearer
   */
  void serve(long now, Starts starts, LongSupplier nextEvent);

  /** Records the start of a pod. */
  interface Starts {
    /** The pod has started at a time in milliseconds. */
    void started(int pod, long time);
  }
}
