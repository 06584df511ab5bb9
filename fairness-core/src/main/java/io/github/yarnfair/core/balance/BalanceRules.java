// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.balance;

/**
 * How long and how strongly the past counts.
 *
 * @param halfLifeMillis h, the time after which a balance has halved, in milliseconds: from {@link
 *     #EPOCH_MILLIS} to {@link #LONGEST_MILLIS}
 * @param floor F, the part of its configured share that a queue with pending tasks has whatever it
 *     held before: above 0, at most 1
 * @param strength k, by how much a balance of the size of a queue's own part changes its weight: at
 *     least 0, finite
 * @param onlyContended whether a balance changes only while siblings compete for the resource
 */
public record BalanceRules(
    long halfLifeMillis, double floor, double strength, boolean onlyContended) {
  /** The usual time between two updates of the balances, in milliseconds. */
  public static final long EPOCH_MILLIS = 60_000;

  /** The longest half-life: a year, in milliseconds. */
  public static final long LONGEST_MILLIS = 365L * 24 * 3_600_000;

  /** F by default. */
  public static final double FLOOR = 0.5;

  /** k by default. */
  public static final double STRENGTH = 4;

  /**
   * Creates rules.
   *
   * @throws IllegalArgumentException if a number is out of its range
   */
  public BalanceRules {
    check(halfLifeMillis >= EPOCH_MILLIS && halfLifeMillis <= LONGEST_MILLIS, "half-life", "ms");
    check(floor > 0 && floor <= 1, "floor", "above 0, at most 1");
    check(strength >= 0 && strength < Double.POSITIVE_INFINITY, "strength", "at least 0");
  }

  private static void check(boolean isValid, String what, String expected) {
    if (!isValid) {
      throw new IllegalArgumentException(what + " out of range: expected " + expected);
    }
  }

  /** Returns rules with a half-life, and the others as they are by default. */
  public static BalanceRules of(long halfLifeMillis) {
    return new BalanceRules(halfLifeMillis, FLOOR, STRENGTH, true);
  }

  /** Returns the part of a balance that is left after a time. */
  public double kept(long millis) {
    return Math.pow(2.0, -(double) millis / halfLifeMillis);
  }

  /** Returns H = h/ln 2, in milliseconds. */
  double memoryMillis() {
    return halfLifeMillis / Math.log(2.0);
  }
}
