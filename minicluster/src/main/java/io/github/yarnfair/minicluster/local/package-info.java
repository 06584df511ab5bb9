// SPDX-License-Identifier: Apache-2.0

/** Hadoop's local file system without a process for each file. */
@NullMarked
package io.github.yarnfair.minicluster.local;

import org.jspecify.annotations.NullMarked;
