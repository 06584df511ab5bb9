// SPDX-License-Identifier: Apache-2.0

/** The page <i>Scheduler</i>, the pages <i>why</i>, and what their plots are drawn from. */
@NullMarked
package io.github.yarnfair.scheduler.webapp.page;

import org.jspecify.annotations.NullMarked;
