// SPDX-License-Identifier: Apache-2.0

/** Writes a queue file from an allocation file of FairScheduler, without Hadoop. */
@NullMarked
package io.github.yarnfair.simulator.convert;

import org.jspecify.annotations.NullMarked;
