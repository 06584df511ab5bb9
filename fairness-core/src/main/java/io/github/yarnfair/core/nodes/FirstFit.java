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
package io.github.yarnfair.core.nodes;

import io.github.yarnfair.core.Demand;

/**
 * First fit: all nodes with room are equally good, so the first of them gets the task. W. Wang, B.
 * Li and B. Liang, "Dominant Resource Fairness in Cloud Computing Systems with Heterogeneous
 * Servers" (DRFH), INFOCOM 2014, section V-B.
 */
public final class FirstFit implements NodeScore {
  @Override
  public boolean update(long[] clusterTotal, Demand pending) {
    return false;
  }

  /** Returns 0. */
  @Override
  public double score(long[] task, long[] free, long[] total) {
    return 0.0;
  }
}
