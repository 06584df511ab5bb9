// SPDX-License-Identifier: Apache-2.0
/** A Spark application for the tests of {@code frameworks}, which run it as a process. */
@NullMarked
package io.github.yarnfair.frameworks.spark;

import org.jspecify.annotations.NullMarked;
