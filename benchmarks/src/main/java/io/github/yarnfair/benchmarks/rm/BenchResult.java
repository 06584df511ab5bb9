// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import org.jspecify.annotations.Nullable;

/**
 * The result of one scheduler in one cell.
 *
 * @param scheduler its label
 * @param cell as it is written
 * @param figures of a cell that was measured alone
 * @param contention of one that was measured with masters calling from threads
 */
record BenchResult(
    String scheduler,
    String cell,
    @Nullable CellFigures figures,
    @Nullable ContendedFigures contention) {}
