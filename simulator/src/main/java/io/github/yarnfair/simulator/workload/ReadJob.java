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
package io.github.yarnfair.simulator.workload;

import io.github.yarnfair.simulator.run.TaskGroup;
import java.util.List;

/**
 * A job as its file has it.
 *
 * @param where it begins
 * @param queue as the file names it, or the column that names it; empty if there is none
 * @param submitMillis as the file counts time
 */
public record ReadJob(
    Where where, String id, String queue, String user, long submitMillis, List<TaskGroup> groups) {
  ReadJob at(long time) {
    return new ReadJob(where, id, queue, user, time, groups);
  }
}
