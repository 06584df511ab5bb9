// SPDX-License-Identifier: Apache-2.0

/** Runs of cases under adapters, and their table. */
@NullMarked
package io.github.yarnfair.conformance.run;

import org.jspecify.annotations.NullMarked;
