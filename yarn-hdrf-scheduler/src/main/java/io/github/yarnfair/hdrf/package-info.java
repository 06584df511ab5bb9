// SPDX-License-Identifier: Apache-2.0

/**
 * Hierarchical Dominant Resource Fairness: the policy, and the YARN scheduler that serves by it.
 */
@NullMarked
package io.github.yarnfair.hdrf;

import org.jspecify.annotations.NullMarked;
