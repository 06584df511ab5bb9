// SPDX-License-Identifier: Apache-2.0
/** What the simulator does with recordings of a scheduler's decisions. */
@NullMarked
package io.github.yarnfair.simulator.recording;

import org.jspecify.annotations.NullMarked;
