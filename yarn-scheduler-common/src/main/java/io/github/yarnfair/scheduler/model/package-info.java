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
 * The scheduler's state: queues, applications, attempts and their requests, nodes, reservations,
 * and the ledger that updates the share tree of {@code io.github.yarnfair.core} with them. All of
 * it is written under the scheduler's write lock, except where a class states another rule.
 */
@NullMarked
package io.github.yarnfair.scheduler.model;

import org.jspecify.annotations.NullMarked;
