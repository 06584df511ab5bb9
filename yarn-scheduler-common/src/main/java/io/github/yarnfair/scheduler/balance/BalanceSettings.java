// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.balance;

import io.github.yarnfair.core.balance.BalanceRules;
import io.github.yarnfair.scheduler.conf.ConfiguredKey;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Whether and how shares have a memory: the scheduler's own options in {@code yarn-site.xml}, below
 * {@code <scheduler's prefix>balance}.
 *
 * @param rules null if shares have no memory
 * @param preempts whether containers are preempted for the sake of the past
 * @param store the directory that keeps balances over a restart, null if none does
 * @param storeKey the full name of the option that names it
 */
public record BalanceSettings(
    @Nullable BalanceRules rules, boolean preempts, @Nullable Path store, String storeKey) {
  private static final String HALF_LIFE = "balance.half-life";
  private static final String FLOOR = "balance.floor";
  private static final String STRENGTH = "balance.strength";
  private static final String CHARGES = "balance.charges";
  private static final String PREEMPTS = "balance.preempts";
  private static final String STORE = "balance.store";

  /**
   * Reads the options of a scheduler; all of them are checked, whether or not a half-life is set.
   *
   * @param prefix what the scheduler's keys begin with, such as {@code yarn.scheduler.hdrf.}
   * @throws IOException naming file, key, value and what was expected
   */
  public static BalanceSettings read(Configuration conf, String prefix) throws IOException {
    long halfLife = halfLife(conf, prefix + HALF_LIFE);
    double floor =
        number(conf, prefix + FLOOR, BalanceRules.FLOOR, Math.ulp(0.0), 1.0, "above 0, at most 1");
    double strength =
        number(
            conf, prefix + STRENGTH, BalanceRules.STRENGTH, 0.0, Double.MAX_VALUE, "of at least 0");
    boolean onlyContended = choice(conf, prefix + CHARGES, "contended", "all");
    boolean preempts = !choice(conf, prefix + PREEMPTS, "false", "true");
    Path store = store(conf, prefix + STORE);
    return new BalanceSettings(
        halfLife == 0 ? null : new BalanceRules(halfLife, floor, strength, onlyContended),
        preempts,
        store,
        prefix + STORE);
  }

  private static long halfLife(Configuration conf, String key) throws IOException {
    if (conf.getTrimmed(key) == null) {
      return 0;
    }
    try {
      long millis = conf.getTimeDuration(key, 0, TimeUnit.MILLISECONDS);
      if (millis >= BalanceRules.EPOCH_MILLIS && millis <= BalanceRules.LONGEST_MILLIS) {
        return millis;
      }
    } catch (IllegalArgumentException e) {
      // Refused below.
    }
    throw ConfiguredKey.refused(conf, key, "a time from 1m to 365d, such as 24h");
  }

  private static double number(
      Configuration conf, String key, double byDefault, double least, double most, String expected)
      throws IOException {
    try {
      double value = conf.getDouble(key, byDefault);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    throw ConfiguredKey.refused(conf, key, "a number " + expected);
  }

  private static boolean choice(Configuration conf, String key, String first, String other)
      throws IOException {
    String value = conf.getTrimmed(key, first);
    if (!value.equals(first) && !value.equals(other)) {
      throw ConfiguredKey.refused(conf, key, first + " or " + other);
    }
    return value.equals(first);
  }

  private static @Nullable Path store(Configuration conf, String key) throws IOException {
    String text = conf.getTrimmed(key, "");
    if (text.isEmpty()) {
      return null;
    }
    try {
      Path path = new Path(text);
      if (path.isAbsolute()) {
        return path;
      }
    } catch (IllegalArgumentException e) {
      // Refused below.
    }
    throw ConfiguredKey.refused(
        conf, key, "the absolute path or URI of a directory, such as hdfs://host/yarn/balances");
  }

  /** Returns the full name of the option that sets the half-life. */
  String halfLifeKey() {
    return storeKey.substring(0, storeKey.length() - STORE.length()) + HALF_LIFE;
  }

  /** Returns the settings in one sentence for the log. */
  String describe() {
    if (rules == null) {
      return "off, as no half-life is set: shares have no memory"
          + (store == null ? "" : ", and " + storeKey + " has no effect");
    }
    return "on: half-life %d s, floor %s, strength %s, charges %s, preempts %s, %s"
        .formatted(
            rules.halfLifeMillis() / 1000,
            rules.floor(),
            rules.strength(),
            rules.onlyContended() ? "contended" : "all",
            preempts,
            store == null ? "without a store: a restart forgets them" : "stored in " + store);
  }
}
