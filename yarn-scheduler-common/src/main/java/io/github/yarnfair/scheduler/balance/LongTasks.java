// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.balance;

import io.github.yarnfair.core.balance.BalanceRules;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns where tasks run too long for the half-life: what a queue is given back arrives as tasks
 * end, and if that takes longer than a tenth of the half-life, shares overshoot. One thread.
 */
final class LongTasks {
  private static final Logger LOG = LoggerFactory.getLogger(LongTasks.class);
  private static final int LEAST_RATIO = 10;

  private final LongSupplier duration;
  private @Nullable BalanceSettings warned;

  /**
   * @param duration returns the 90th percentile of the tasks' durations, in milliseconds; 0 if that
   *     is not known
   */
  LongTasks(LongSupplier duration) {
    this.duration = duration;
  }

  /**
   * Warns once for each half-life.
   *
   * @param settings null if shares have no memory
   */
  void check(@Nullable BalanceSettings settings) {
    BalanceRules rules = settings == null ? null : settings.rules();
    if (settings == null || rules == null || settings.equals(warned)) {
      return;
    }
    long millis = duration.getAsLong();
    if (millis > rules.halfLifeMillis() / LEAST_RATIO) {
      warned = settings;
      LOG.warn(
          "{} = {} s, and a tenth of the containers run for {} s or longer: expected a half-life of"
              + " at least ten times that, {} s; shares may overshoot",
          settings.halfLifeKey(),
          rules.halfLifeMillis() / 1000,
          millis / 1000,
          LEAST_RATIO * millis / 1000);
    }
  }
}
