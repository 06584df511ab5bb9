// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Figures that are sampled at regular times, in bounded memory: at most {@link #MOST} rows. When
 * they are full, pairs of neighbours become one row with their means, and from then on a row is the
 * mean of twice as many samples.
 *
 * <pre>
 *   begin(time)   set(column, value) ...   end()
 * </pre>
 */
final class SampledColumns {
  /** Most rows, an even number. */
  static final int MOST = 240;

  private final long[] times = new long[MOST];
  private final List<float[]> columns = new ArrayList<>();

  /** Complete rows. */
  private int rows;

  private int samplesInRow = 1;
  private int samples;

  /** Adds a column, which has no value in the rows that are there. Returns its number. */
  int addColumn() {
    float[] column = new float[MOST];
    Arrays.fill(column, Float.NaN);
    columns.add(column);
    return columns.size() - 1;
  }

  /** Begins a sample. */
  void begin(long time) {
    if (rows == MOST) {
      halve();
    }
    if (samples == 0) {
      times[rows] = time;
    }
  }

  /** Returns whether the sample that has begun is the first of its row. */
  boolean isFirstOfRow() {
    return samples == 0;
  }

  /** Sets a figure of the sample that has begun. */
  void set(int column, double value) {
    float[] values = columns.get(column);
    float mean = values[rows];
    values[rows] =
        Float.isNaN(mean) ? (float) value : (float) (mean + (value - mean) / (samples + 1));
  }

  /** Ends a sample. */
  void end() {
    samples++;
    if (samples == samplesInRow) {
      rows++;
      samples = 0;
    }
  }

  private void halve() {
    for (int row = 0; row < MOST / 2; row++) {
      times[row] = times[2 * row];
    }
    for (float[] column : columns) {
      for (int row = 0; row < MOST / 2; row++) {
        column[row] = mean(column[2 * row], column[2 * row + 1]);
      }
      Arrays.fill(column, MOST / 2, MOST, Float.NaN);
    }
    rows = MOST / 2;
    samplesInRow *= 2;
  }

  private static float mean(float a, float b) {
    if (Float.isNaN(a)) {
      return b;
    }
    return Float.isNaN(b) ? a : (a + b) / 2;
  }

  /** Returns the number of rows, the last one complete or not. */
  int rows() {
    return samples > 0 ? rows + 1 : rows;
  }

  /** Returns the time of the first sample of a row. */
  long time(int row) {
    return times[row];
  }

  /** Returns the mean of a column's samples in a row; NaN if it has none there. */
  double value(int column, int row) {
    return columns.get(column)[row];
  }

  /** Returns the mean of a column over all rows; 0 without any. */
  double mean(int column) {
    double sum = 0.0;
    for (int row = 0; row < rows(); row++) {
      double value = value(column, row);
      sum += Double.isNaN(value) ? 0.0 : value;
    }
    return rows() == 0 ? 0.0 : sum / rows();
  }
}
