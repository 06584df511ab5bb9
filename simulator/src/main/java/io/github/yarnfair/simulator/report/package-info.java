// SPDX-License-Identifier: Apache-2.0

/** What is observed of runs, as pictures in one self-contained HTML file. */
@NullMarked
package io.github.yarnfair.simulator.report;

import org.jspecify.annotations.NullMarked;
