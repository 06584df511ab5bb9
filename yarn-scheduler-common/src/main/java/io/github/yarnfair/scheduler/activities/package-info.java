// SPDX-License-Identifier: Apache-2.0

/**
 * YARN's scheduler activities and application activities: what heartbeats led to, recorded only
 * while somebody asks for it.
 */
@NullMarked
package io.github.yarnfair.scheduler.activities;

import org.jspecify.annotations.NullMarked;
