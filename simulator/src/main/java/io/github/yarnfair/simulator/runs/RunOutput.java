// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.runs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.yarnfair.simulator.figures.AloneBaseline;
import io.github.yarnfair.simulator.figures.RunSession;
import io.github.yarnfair.simulator.report.HtmlReport;
import io.github.yarnfair.simulator.report.PictureObserver;
import io.github.yarnfair.simulator.run.RunObserver;
import io.github.yarnfair.simulator.run.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What runs come to, as text and as a report of pictures. Each run's tables are printed, and the
 * report is written, as soon as the run has ended: a later one may fail, or take hours.
 */
final class RunOutput {
  private final PrintWriter out;
  private final boolean json;
  private final @Nullable Path report;
  private final Workload workload;
  private final @Nullable AloneBaseline alone;
  private final List<RunSession.Result> results = new ArrayList<>();
  private final List<ObjectNode> pictures = new ArrayList<>();
  private @Nullable PictureObserver picture;

  /**
   * Creates the output of runs of a workload.
   *
   * @param out receives tables, or a JSON document after the last run
   * @param report directory of the report; null for none
   * @param alone what jobs are compared with; null if they are not
   */
  RunOutput(
      PrintWriter out,
      boolean json,
      @Nullable Path report,
      Workload workload,
      @Nullable AloneBaseline alone) {
    this.out = out;
    this.json = json;
    this.report = report;
    this.workload = workload;
    this.alone = alone;
  }

  /** Returns observers for the next run. */
  List<RunObserver> observers() {
    if (report == null) {
      return List.of();
    }
    picture = new PictureObserver();
    return List.of(picture);
  }

  /** Adds a run that has ended. */
  void add(RunSession.Result result) throws IOException {
    results.add(result);
    if (!json) {
      new RunTable(workload, List.of(result), alone).print(out);
    }
    if (report != null && picture != null) {
      pictures.add(picture.picture());
      HtmlReport.write(report, pictures);
    }
  }

  /** Shows all runs together. */
  void end() {
    if (json) {
      RunJson.print(out, workload, results, alone);
    } else if (results.size() > 1) {
      out.println("Side by side");
      out.println();
      new RunTable(workload, results, alone).print(out);
    }
  }
}
