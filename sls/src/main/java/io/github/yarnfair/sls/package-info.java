// SPDX-License-Identifier: Apache-2.0

/** The command: it writes the files of each run, starts a JVM for it, and prints tables. */
@NullMarked
package io.github.yarnfair.sls;

import org.jspecify.annotations.NullMarked;
