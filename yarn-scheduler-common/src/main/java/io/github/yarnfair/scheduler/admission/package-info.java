// SPDX-License-Identifier: Apache-2.0

/**
 * Which application enters which queue: permissions, limits, queue mappings, the expiry of queues
 * that were created for an application, and the largest container that may be asked for.
 */
@NullMarked
package io.github.yarnfair.scheduler.admission;

import org.jspecify.annotations.NullMarked;
