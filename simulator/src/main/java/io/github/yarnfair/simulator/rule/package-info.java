// SPDX-License-Identifier: Apache-2.0

/** The rules that cases and workloads can be run under. */
@NullMarked
package io.github.yarnfair.simulator.rule;

import org.jspecify.annotations.NullMarked;
