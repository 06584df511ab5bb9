// SPDX-License-Identifier: Apache-2.0

/** Forecasts of starts during a run, and when the tasks started that they were of. */
@NullMarked
package io.github.yarnfair.simulator.forecast;

import org.jspecify.annotations.NullMarked;
