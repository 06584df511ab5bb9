// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

/**
 * How many applications, pending and running, a leaf queue takes, as CapacityScheduler computes it
 * from {@code maximum-applications} of the queue and of all queues, {@code
 * global-queue-max-application}, {@code minimum-user-limit-percent} and {@code user-limit-factor}.
 *
 * @param configured of the queue itself; below 0 if that is not set
 * @param base the number of which the queue gets a share, or all: the smaller of the limits of all
 *     queues together and of each queue
 * @param isShared whether the queue gets only a share of the base, by its entitlement
 * @param userPart part of it that one user may have; at least 1 if users are not limited
 */
public record ApplicationLimit(int configured, int base, boolean isShared, double userPart) {
  /** Shares are products of fractions: 0.29 of 10,000 is 2,900. */
  private static final double ROUNDING = 1e-6;

  /**
   * The most that the queue takes. Of a share at least 1: CapacityScheduler rounds the share of a
   * small queue down to 0 and then takes none.
   *
   * @param entitled part of the cluster that the queue is entitled to, from 0 to 1
   */
  public int most(double entitled) {
    if (configured >= 0) {
      return configured;
    }
    return isShared ? (int) Math.max(1, base * Math.min(1, entitled) + ROUNDING) : base;
  }

  /**
   * The most that one user may have in the queue; at least 1 of more than 0.
   *
   * @param most what the queue takes
   */
  public int mostOfUser(int most) {
    return userPart >= 1 ? most : Math.min(most, (int) Math.max(1, most * userPart + ROUNDING));
  }
}
