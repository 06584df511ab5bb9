// SPDX-License-Identifier: Apache-2.0

/**
 * User-dependence dominant resource fairness (UDRF): shares over pairs of a machine class and a
 * resource, and the users that depend on each other by these.
 */
@NullMarked
package io.github.yarnfair.udrf;

import org.jspecify.annotations.NullMarked;
