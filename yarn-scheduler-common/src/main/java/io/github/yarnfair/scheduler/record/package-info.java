// SPDX-License-Identifier: Apache-2.0

/** What a recording has of queues, applications, nodes and containers beside the decisions. */
@NullMarked
package io.github.yarnfair.scheduler.record;

import org.jspecify.annotations.NullMarked;
