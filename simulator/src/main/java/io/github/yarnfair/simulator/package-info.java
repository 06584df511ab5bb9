// SPDX-License-Identifier: Apache-2.0

/** The command line: reads scenario cases, prints which pass and what each leaf gets. */
@NullMarked
package io.github.yarnfair.simulator;

import org.jspecify.annotations.NullMarked;
