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
package io.github.yarnfair.benchmarks.rm;

import java.util.Map;

/**
 * The settings of all cells of a run.
 *
 * @param seed of the workload
 * @param quick whether cells are measured for a shorter time
 * @param gpus whether some applications want GPUs
 * @param masters how many masters call from threads; 0 if cells are measured without
 * @param intervalMillis between two calls of such a master
 * @param options keys of the ResourceManager's configuration
 */
record BenchSettings(
    long seed,
    boolean quick,
    boolean gpus,
    int masters,
    long intervalMillis,
    Map<String, String> options) {

  Effort effort() {
    return quick ? Effort.QUICK : Effort.FULL;
  }

  boolean isContended() {
    return masters > 0;
  }
}
