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
package io.github.yarnfair.benchmarks;

/**
 * How long a cell is measured; each round starts a JVM of its own.
 *
 * @param warmMillis CPU time spent on the operation before
 * @param iterations that count
 * @param iterationMillis how long one takes, at least one operation
 * @param settleMillis the most that is spent on bringing the workload to where the rule keeps it
 * @param rounds how often the whole table is measured
 */
record Timing(int warmMillis, int iterations, int iterationMillis, int settleMillis, int rounds) {
  static final Timing QUICK = new Timing(300, 5, 80, 1_500, 1);
  static final Timing FULL = new Timing(1_000, 5, 200, 5_000, 2);
}
