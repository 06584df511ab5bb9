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
 * Usage and demand of a queue at one moment.
 *
 * @param queue full path
 * @param held dominant share of the queue's usage, 0 to 1
 * @param ideal dominant share that the policy gives the queue for its present tasks, taken as
 *     divisible, 0 to 1
 * @param pendingTasks tasks that wait
 */
public record QueueSample(String queue, double held, double ideal, long pendingTasks) {}
