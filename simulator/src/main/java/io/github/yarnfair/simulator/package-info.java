// SPDX-License-Identifier: Apache-2.0

/** The command line: names the commands. */
@NullMarked
package io.github.yarnfair.simulator;

import org.jspecify.annotations.NullMarked;
