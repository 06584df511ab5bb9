// SPDX-License-Identifier: Apache-2.0

/**
 * Multi-resource Collapsed Hierarchies: the policy and its three weightings, and its YARN
 * scheduler.
 */
@NullMarked
package io.github.yarnfair.mch;

import org.jspecify.annotations.NullMarked;
