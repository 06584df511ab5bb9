// SPDX-License-Identifier: Apache-2.0

/** MICs for the device framework of YARN's NodeManagers. It knows no scheduler. */
@NullMarked
package io.github.yarnfair.mic;

import org.jspecify.annotations.NullMarked;
