// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain.answer;

/** Spans of time in words. */
public final class TimeText {
  private static final double SECOND = 1_000;
  private static final double MINUTE = 60 * SECOND;
  private static final double HOUR = 60 * MINUTE;
  private static final double DAY = 24 * HOUR;

  /** A span is given in the largest unit of which it has more than this. */
  private static final double LEAST = 2;

  private TimeText() {}

  /**
   * Returns an interval from now, such as {@code in 4 to 9 minutes}.
   *
   * @param earliest in milliseconds from now; below 0 counts as 0
   * @param latest likewise
   */
  public static String from(double earliest, double latest) {
    double unit = SECOND;
    String name = "second";
    if (latest > LEAST * DAY) {
      unit = DAY;
      name = "day";
    } else if (latest > LEAST * HOUR) {
      unit = HOUR;
      name = "hour";
    } else if (latest > LEAST * MINUTE) {
      unit = MINUTE;
      name = "minute";
    }
    // Outwards, so that the interval in words contains the one in milliseconds.
    long low = (long) Math.floor(Math.max(0, earliest) / unit);
    long high = (long) Math.ceil(Math.max(0, latest) / unit);
    return low == 0
        ? "within " + AmountText.count(Math.max(1, high), name)
        : "in %d to %s".formatted(low, AmountText.count(high, name));
  }
}
