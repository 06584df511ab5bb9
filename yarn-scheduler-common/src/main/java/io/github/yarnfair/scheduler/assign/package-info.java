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

/**
 * The assignment of a node's free resources. {@code ContainerAssigner.assign} is the pipeline: take
 * in demand, measure the node, turns, the rest, housekeeping. Each step calls those below it only:
 *
 * <pre>
 *   ContainerAssigner   the steps and their loops
 *   NodeHeadroom        what is withheld for a task that does not fit yet (node-headroom)
 *   NodeVisit           whether an application can be served on the node; placing a container
 *   NodeOffer           what is free on the node, and what of it is offered
 * </pre>
 */
@NullMarked
package io.github.yarnfair.scheduler.assign;

import org.jspecify.annotations.NullMarked;
