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
 * Equal tasks of one job.
 *
 * @param count number of tasks, at least 1
 * @param demand amount of each resource of {@link Workload#resources} that one task holds
 * @param durationMillis how long a task runs, in milliseconds, at least 0
 * @param machineClass the only class of machines that the tasks may run on; empty for any
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TaskGroup(int count, long[] demand, long durationMillis, String machineClass) {}
