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
package io.github.yarnfair.scheduler.conf.queue;

/**
 * A queue's part of one partition of the cluster: {@code
 * accessible-node-labels.<label>.capacity|maximum-capacity|maximum-am-resource-percent}.
 *
 * @param weight share of the partition relative to the siblings
 * @param maximum hard cap in the partition, relative to the parent's cap there
 * @param maximumMasterShare part of the queue's resources in the partition that application masters
 *     may take; at least 0
 */
public record PartitionCapacity(
    QueueWeight weight, QueueLimit maximum, double maximumMasterShare) {}
