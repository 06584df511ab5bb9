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
 * A cluster and the jobs that arrive on it.
 *
 * @param resources names of the resources: memory-mb, vcores, then extended ones
 * @param nodes nodes by index
 * @param jobs jobs by index, ascending by time of submission
 */
public record Workload(List<String> resources, List<RunNode> nodes, List<RunJob> jobs) {}
