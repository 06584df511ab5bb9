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

import io.github.yarnfair.core.nodes.NodeChoice;
import java.util.ArrayList;
import java.util.List;

/**
 * How nodes are chosen in a simulation.
 *
 * @param choice the scheduler's setting
 * @param knowsTrace whether a score's mix is that of all pods of the trace, as in the FGD paper,
 *     and not of those that are pending, as in the schedulers
 */
public record NodeRule(NodeChoice choice, boolean knowsTrace) {
  /** Returns all choices, and the fragmentation gradient with the mix of the trace. */
  public static List<NodeRule> all() {
    List<NodeRule> all = new ArrayList<>();
    for (NodeChoice choice : NodeChoice.values()) {
      all.add(new NodeRule(choice, false));
    }
    all.add(new NodeRule(NodeChoice.FRAGMENTATION, true));
    return all;
  }

  @Override
  public String toString() {
    return choice.configured() + (knowsTrace ? ", trace's mix" : "");
  }
}
