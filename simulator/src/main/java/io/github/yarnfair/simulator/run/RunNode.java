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
package io.github.yarnfair.simulator.run;

/**
 * One node of a simulated cluster.
 *
 * @param index position in {@link Workload#nodes}
 * @param name host name, or a name made from the index if the file has none
 * @param machineClass partition or other class of machines; empty if the file has none
 * @param capacity amount of each resource of {@link Workload#resources}, in that resource's unit
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RunNode(int index, String name, String machineClass, long[] capacity) {}
