// SPDX-License-Identifier: Apache-2.0

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
