// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.preemption;

import io.github.yarnfair.scheduler.model.Gang;
import java.util.List;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;

/**
 * Containers whose end makes room for all members of a gang that have none. All of them end at one
 * moment, or none.
 */
public record GangEnds(Gang gang, List<RMContainer> containers) {}
