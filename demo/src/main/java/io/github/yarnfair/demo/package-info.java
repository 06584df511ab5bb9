// SPDX-License-Identifier: Apache-2.0
/**
 * The demo: a small heterogeneous cluster with real applications, and a live table of their shares.
 */
@NullMarked
package io.github.yarnfair.demo;

import org.jspecify.annotations.NullMarked;
