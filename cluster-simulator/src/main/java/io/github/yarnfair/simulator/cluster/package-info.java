// SPDX-License-Identifier: Apache-2.0

/** Runs of the simulator for which Hadoop is needed: by its queue files, and by real schedulers. */
@NullMarked
package io.github.yarnfair.simulator.cluster;

import org.jspecify.annotations.NullMarked;
