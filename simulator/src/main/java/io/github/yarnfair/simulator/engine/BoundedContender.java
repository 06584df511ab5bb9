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

import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.Workload;

/**
 * A rule with a node choice, until a time: what waits and runs then is left as it is.
 *
 * @param by decides
 * @param untilMillis when the run ends, in milliseconds from its start
 */
public record BoundedContender(RuleContender by, long untilMillis) implements Contender {
  @Override
  public String name() {
    return by.name();
  }

  @Override
  public String nodeChoice() {
    return by.nodeChoice();
  }

  @Override
  public long run(Workload workload, RunQueue root, RunBooks books, long seed) {
    PolicyCluster cluster = new PolicyCluster(workload, root, by.rule());
    return new EventLoop(workload, books, untilMillis).run(by.placing(cluster, seed));
  }
}
