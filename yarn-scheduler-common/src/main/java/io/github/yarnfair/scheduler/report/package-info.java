// SPDX-License-Identifier: Apache-2.0

/** Snapshots of queues and applications for the web page and REST, readable without a lock. */
@NullMarked
package io.github.yarnfair.scheduler.report;

import org.jspecify.annotations.NullMarked;
