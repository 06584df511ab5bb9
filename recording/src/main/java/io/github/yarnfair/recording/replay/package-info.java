// SPDX-License-Identifier: Apache-2.0
/** Decides again what was recorded, and compares. */
@NullMarked
package io.github.yarnfair.recording.replay;

import org.jspecify.annotations.NullMarked;
