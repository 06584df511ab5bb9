// SPDX-License-Identifier: Apache-2.0
/** When pending applications start their next containers, by what was observed so far. */
@NullMarked
package io.github.yarnfair.scheduler.forecast;

import org.jspecify.annotations.NullMarked;
