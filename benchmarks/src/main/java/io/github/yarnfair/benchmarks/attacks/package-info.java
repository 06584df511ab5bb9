// SPDX-License-Identifier: Apache-2.0
/** What one user's applications cost the others, by way of misuse. */
@NullMarked
package io.github.yarnfair.benchmarks.attacks;

import org.jspecify.annotations.NullMarked;
