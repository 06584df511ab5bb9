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
 * Figures of a workload at the beginning of the measurement.
 *
 * @param tasks how many tasks run
 * @param nodes how many machines there are
 * @param churned decisions since it was filled, per running task
 * @param picks how often the selection is asked in a decision, on average
 * @param fittingSets how many different sets of demand kinds fit the offers observed
 * @param changed the part of the offers for which that set was not the one of the offer before
 */
public record WorkloadFigures(
    int tasks, int nodes, double churned, double picks, int fittingSets, double changed) {}
