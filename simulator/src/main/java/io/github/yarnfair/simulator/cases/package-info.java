// SPDX-License-Identifier: Apache-2.0

/** The commands that run scenario cases, and show one under each rule. */
@NullMarked
package io.github.yarnfair.simulator.cases;

import org.jspecify.annotations.NullMarked;
