// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * How much of a trace is run, and how densely.
 *
 * @param first how many jobs, the first to be submitted, are run
 * @param gather how many jobs, the first to be submitted, are submitted with the one after them
 * @param copies how many jobs take the place of each; each is moved by a random part of {@code
 *     spread} if there are several
 * @param spread in milliseconds of the trace
 * @param compression by which times between submissions are divided
 */
public record Shape(int first, int gather, int copies, long spread, double compression) {
  /** The trace as it is. */
  public static final Shape PLAIN = new Shape(Integer.MAX_VALUE, 0, 1, 86_400_000, 1);

  public Shape {
    if (first < 1 || gather < 0 || copies < 1 || spread < 1 || !(compression > 0)) {
      throw new IllegalArgumentException(
          "--first-jobs, --copies, --spread-ms and --compression: expected above 0;"
              + " --gather: at least 0");
    }
  }

  /** Returns the jobs in the order of submission, of which the first is at 0. */
  List<ReadJob> apply(List<ReadJob> jobs, Random random) {
    List<ReadJob> sorted = new ArrayList<>(jobs);
    sorted.sort(Comparator.comparingLong(ReadJob::submitMillis));
    sorted = sorted.subList(0, Math.min(first, sorted.size()));
    if (sorted.isEmpty()) {
      return sorted;
    }
    long begin = sorted.get(Math.min(gather, sorted.size() - 1)).submitMillis();
    List<ReadJob> shaped = new ArrayList<>();
    for (ReadJob job : sorted) {
      for (int copy = 0; copy < copies; copy++) {
        long moved = copies == 1 ? 0 : (long) (random.nextDouble() * (double) spread);
        long since = Math.max(0, job.submitMillis() - begin) + moved;
        shaped.add(job.at((long) (since / compression)));
      }
    }
    shaped.sort(Comparator.comparingLong(ReadJob::submitMillis));
    long earliest = shaped.get(0).submitMillis();
    shaped.replaceAll(job -> job.at(job.submitMillis() - earliest));
    return shaped;
  }
}
