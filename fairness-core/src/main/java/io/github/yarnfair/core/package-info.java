// SPDX-License-Identifier: Apache-2.0

/**
 * Hierarchical multi-resource fairness, independent of YARN: the share tree, offers, the policy
 * seam and the selection of the leaf whose turn it is.
 *
 * <p>Nothing here logs, reads a clock or takes a lock: the package is single-threaded by contract,
 * its caller serialises all access.
 */
@NullMarked
package io.github.yarnfair.core;

import org.jspecify.annotations.NullMarked;
