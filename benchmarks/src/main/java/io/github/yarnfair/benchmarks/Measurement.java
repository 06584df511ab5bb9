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
 * The result of a cell, over all iterations of all rounds.
 *
 * @param cpuNanos CPU time per operation, the median: what others do on the machine is not in it
 * @param spread the distance between the quartiles of these times, as a part of the median
 * @param wallNanos time per operation as JMH measures it, the median
 * @param bytes allocated per operation
 * @param workload what the workload was like
 */
record Measurement(
    double cpuNanos, double spread, double wallNanos, double bytes, WorkloadFigures workload) {}
