// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cases;

import java.nio.file.Path;

/** Receives the results of cases while they run. */
interface CasesReport {
  void beginFile(Path file);

  void result(CaseResult result);

  void endFile(Path file, Tally tally);

  /** All files are done. */
  void end(Tally total);
}
