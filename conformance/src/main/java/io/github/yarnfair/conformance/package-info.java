// SPDX-License-Identifier: Apache-2.0

/** The command line of the conformance suite. */
@NullMarked
package io.github.yarnfair.conformance;

import org.jspecify.annotations.NullMarked;
