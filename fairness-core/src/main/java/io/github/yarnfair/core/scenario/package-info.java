// SPDX-License-Identifier: Apache-2.0

/**
 * Share trees written down by name, nested as a reader would draw them: for scenarios, what-ifs and
 * tests.
 */
@NullMarked
package io.github.yarnfair.core.scenario;

import org.jspecify.annotations.NullMarked;
