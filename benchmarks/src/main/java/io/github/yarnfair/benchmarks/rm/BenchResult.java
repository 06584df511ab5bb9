/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
