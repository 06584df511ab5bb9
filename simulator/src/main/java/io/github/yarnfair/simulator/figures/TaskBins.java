// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.figures;

import io.github.yarnfair.simulator.run.RunJob;
import java.util.List;
import java.util.Locale;

/** Means of a part, by the number of tasks of the jobs: the bins of the H-DRF paper, table 1. */
public final class TaskBins {
  /** Names of the bins, in order. */
  public static final List<String> NAMES = List.of("1–19", "20–149", "150–499", "500 and more");

  private static final int[] BOUNDS = {20, 150, 500};

  private final double[] sums = new double[NAMES.size() + 1];
  private final int[] jobs = new int[NAMES.size() + 1];

  /** Adds a job's part, 1 for 100 %. */
  public void add(RunJob job, double part) {
    int tasks = job.tasks();
    int bin = 0;
    while (bin < BOUNDS.length && tasks >= BOUNDS[bin]) {
      bin++;
    }
    sums[bin] += part;
    jobs[bin]++;
    sums[NAMES.size()] += part;
    jobs[NAMES.size()]++;
  }

  /** Returns the mean part of all jobs; 0 of none. */
  public double mean() {
    return jobs[NAMES.size()] == 0 ? 0 : sums[NAMES.size()] / jobs[NAMES.size()];
  }

  /** Returns the rest of a row of Markdown: the mean of each bin in percent, and that of all. */
  public String row() {
    StringBuilder row = new StringBuilder();
    for (int bin = 0; bin < sums.length; bin++) {
      row.append(
          jobs[bin] == 0
              ? " | –"
              : String.format(
                  Locale.ROOT, " | %.0f %% (%d)", 100 * sums[bin] / jobs[bin], jobs[bin]));
    }
    return row.append(" |").toString();
  }
}
