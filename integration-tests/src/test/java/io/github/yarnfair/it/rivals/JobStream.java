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
package io.github.yarnfair.it.rivals;

/**
 * Equal jobs of one queue: one that ends is followed by another.
 *
 * @param queue the queue's name
 * @param jobs how many are there at any time, those that wait for their master included
 * @param tasks how many tasks each has; {@link io.github.yarnfair.core.Demand#ENDLESS}: it never
 *     ends
 * @param vcores what a task needs, beside 1 GB
 */
record JobStream(String queue, int jobs, long tasks, int vcores) {}
