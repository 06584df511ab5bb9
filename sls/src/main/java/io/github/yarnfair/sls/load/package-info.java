// SPDX-License-Identifier: Apache-2.0

/** One run of Hadoop's load simulator, in a JVM of its own, and what is measured in it. */
@NullMarked
package io.github.yarnfair.sls.load;

import org.jspecify.annotations.NullMarked;
