// SPDX-License-Identifier: Apache-2.0

/** Case files: a cluster, events, and what each queue is to hold afterwards. */
@NullMarked
package io.github.yarnfair.conformance.cases;

import org.jspecify.annotations.NullMarked;
