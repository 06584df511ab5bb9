// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.forecast;

import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/**
 * When an application starts its next container.
 *
 * @param id the application
 * @param interval null if nothing is known, or nothing is waited for
 * @param reason why there is no interval; null if there is one
 * @param durations how many durations of containers of the whole cluster it is based on
 * @param outcomes how many forecasts have been compared with what happened then; below some dozens
 *     the interval is less reliable than it says
 * @param contained how many of these happened within their interval
 */
public record ExpectedStart(
    ApplicationId id,
    @Nullable Interval interval,
    @Nullable String reason,
    int durations,
    long outcomes,
    long contained) {

  /**
   * Times in milliseconds since the epoch.
   *
   * @param madeAt when the forecast was made
   * @param p10 with a probability of 10 % it starts before
   * @param median with a probability of 50 %
   * @param p90 with a probability of 90 %
   */
  public record Interval(long madeAt, long p10, long median, long p90) {}
}
