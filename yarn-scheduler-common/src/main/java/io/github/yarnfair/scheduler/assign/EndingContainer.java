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
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.LeafQueue;

/**
 * A container that is to end for a gang.
 *
 * @param chargedClass the number of the machine class in which it is charged
 * @param amounts what it holds, by resource type
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record EndingContainer(
    ClusterNode node, LeafQueue queue, String user, int chargedClass, long[] amounts) {}
