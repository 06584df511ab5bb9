// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.core.forecast.StartBook;
import java.util.Map;

/** A scheduler that says by itself when waiting jobs start their next tasks. */
public interface ForecastingContender extends Contender {
  /**
   * Returns what it says now, during a run, by the index of the job. Jobs of which it says nothing
   * new are left out.
   *
   * @param time of the run, in milliseconds
   */
  Map<Integer, StartBook.Interval> expectedStarts(long time);
}
