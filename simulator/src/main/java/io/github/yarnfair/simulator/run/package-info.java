// SPDX-License-Identifier: Apache-2.0

/** A workload, the cluster that it runs on, and what is observed of its run. Times are virtual. */
@NullMarked
package io.github.yarnfair.simulator.run;

import org.jspecify.annotations.NullMarked;
