// SPDX-License-Identifier: Apache-2.0
/**
 * The flight recorder: all that decisions depend on, in a ring of binary files, and the reader of
 * these. Knows the core and nothing of YARN; {@code docs/flight-recorder.md} has the format.
 */
@NullMarked
package io.github.yarnfair.recording;

import org.jspecify.annotations.NullMarked;
