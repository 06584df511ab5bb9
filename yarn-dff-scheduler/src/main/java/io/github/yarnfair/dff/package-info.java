// SPDX-License-Identifier: Apache-2.0

/** Dominant Fairness Fairness: the policy, and the YARN scheduler that serves by it. */
@NullMarked
package io.github.yarnfair.dff;

import org.jspecify.annotations.NullMarked;
