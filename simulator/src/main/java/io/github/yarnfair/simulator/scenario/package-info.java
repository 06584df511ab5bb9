// SPDX-License-Identifier: Apache-2.0

/** Scenario cases: their files, their contents, and their run under a rule. */
@NullMarked
package io.github.yarnfair.simulator.scenario;

import org.jspecify.annotations.NullMarked;
