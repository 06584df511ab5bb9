// SPDX-License-Identifier: Apache-2.0

/** The commands without files of their own kind, and what all commands share. */
@NullMarked
package io.github.yarnfair.simulator.command;

import org.jspecify.annotations.NullMarked;
