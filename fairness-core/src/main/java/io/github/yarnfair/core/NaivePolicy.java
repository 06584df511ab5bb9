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
package io.github.yarnfair.core;

/**
 * Naive hierarchical DRF: DRF at each level, where a queue's share is that of the sum of its
 * children's usage (A. A. Bhattacharya et al., "Hierarchical Scheduling for Diverse Datacenter
 * Workloads", SoCC 2013, section 3.3). One child's large share starves its siblings: the plain
 * policy of tests, and a rule that the others are compared with.
 */
public final class NaivePolicy implements FairnessPolicy {
  @Override
  public String name() {
    return "naive";
  }

  @Override
  public double queueKey(Shares shares, int queue) {
    shares.attributeSum(queue);
    return shares.shareByWeight(queue);
  }
}
