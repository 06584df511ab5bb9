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

import java.util.List;

/**
 * One job, an application of a leaf queue; its tasks are numbered from 0, group by group.
 *
 * @param index position in {@link Workload#jobs}
 * @param id name of the job in its file
 * @param queue full path of the leaf queue
 * @param user user who submits the job; empty if the file has none
 * @param submitMillis when the job is submitted, in milliseconds from the start of the run
 * @param groups tasks, which are all pending from the submission on
 */
public record RunJob(
    int index, String id, String queue, String user, long submitMillis, List<TaskGroup> groups) {}
