// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The arithmetic of the tables. */
public final class Statistics {
  private Statistics() {}

  /**
   * Returns the value below which a part of some values lies, interpolated between neighbours.
   *
   * @param part from 0, the least, over 0.5, the median, to 1, the largest
   * @throws IllegalArgumentException if there is no value
   */
  public static double quantile(double[] values, double part) {
    if (values.length == 0) {
      throw new IllegalArgumentException("no values: expected at least one");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double at = part * (sorted.length - 1);
    int below = (int) Math.floor(at);
    int above = (int) Math.ceil(at);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }

  public static double median(double[] values) {
    return quantile(values, 0.5);
  }

  /** Returns the median of a figure over several measurements. */
  public static <T> double median(List<T> all, ToDoubleFunction<T> figure) {
    return median(all.stream().mapToDouble(figure).toArray());
  }

  /** Returns the distance between the quartiles as a part of the median. */
  public static double spread(double[] values) {
    return (quantile(values, 0.75) - quantile(values, 0.25)) / median(values);
  }

  /**
   * Returns the growth exponent e of time ~ size^e: the slope of the line through the logarithms
   * that leaves the least squares.
   *
   * @return NaN if there are fewer than two different sizes
   * @throws IllegalArgumentException if the lengths differ or a value is not positive
   */
  public static double growthExponent(double[] sizes, double[] times) {
    if (sizes.length != times.length) {
      throw new IllegalArgumentException(
          sizes.length + " sizes and " + times.length + " times: expected as many");
    }
    double[] x = logarithms(sizes);
    double[] y = logarithms(times);
    double meanX = Arrays.stream(x).average().orElse(Double.NaN);
    double meanY = Arrays.stream(y).average().orElse(Double.NaN);
    double covariance = 0.0;
    double variance = 0.0;
    for (int i = 0; i < x.length; i++) {
      covariance += (x[i] - meanX) * (y[i] - meanY);
      variance += (x[i] - meanX) * (x[i] - meanX);
    }
    return covariance / variance;
  }

  private static double[] logarithms(double[] values) {
    for (double value : values) {
      if (!(value > 0)) {
        throw new IllegalArgumentException(value + ": expected a positive number");
      }
    }
    return Arrays.stream(values).map(Math::log).toArray();
  }
}
