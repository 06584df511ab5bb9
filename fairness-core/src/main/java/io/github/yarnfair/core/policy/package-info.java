// SPDX-License-Identifier: Apache-2.0

/**
 * The policy seam: the rule whose turn it is, and the selection of a leaf by it.
 *
 * <p>Nothing in the core logs, reads a clock or takes a lock: it is single-threaded by contract,
 * its caller serialises all access.
 */
@NullMarked
package io.github.yarnfair.core.policy;

import org.jspecify.annotations.NullMarked;
