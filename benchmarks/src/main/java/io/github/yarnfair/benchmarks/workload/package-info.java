// SPDX-License-Identifier: Apache-2.0

/** Trees, demands and nodes on which the core is measured without YARN. */
@NullMarked
package io.github.yarnfair.benchmarks.workload;

import org.jspecify.annotations.NullMarked;
