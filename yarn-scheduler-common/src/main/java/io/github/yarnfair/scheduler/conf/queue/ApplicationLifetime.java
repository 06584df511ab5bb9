// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

/**
 * Lifetime of a queue's applications from their submission, in seconds; YARN then kills them.
 * Follows CapacityScheduler's rules exactly, also where a default without a maximum is not
 * inherited, so that no application ends here that would go on there.
 *
 * @param maximum the most that an application may ask for; 0 or less: unlimited
 * @param byDefault lifetime of an application that asks for none; 0 or less: unlimited
 * @param isDefaultSet whether the queue or one above it sets the default
 */
public record ApplicationLifetime(long maximum, long byDefault, boolean isDefaultSet) {
  /** No limit. */
  public static final ApplicationLifetime UNLIMITED = new ApplicationLifetime(-1, -1, false);

  /** Returns root's lifetime: for root, CapacityScheduler accepts a default above the maximum. */
  static ApplicationLifetime ofRoot(long maximum, long byDefault) {
    return new ApplicationLifetime(maximum, byDefault, byDefault >= 0);
  }

  /**
   * Returns the lifetime of a queue that may inherit this one.
   *
   * @param ownMaximum the queue's own maximum, below 0 if it has none; 0 lifts the inherited one
   * @param ownDefault the queue's own default, below 0 if it has none
   * @throws IllegalArgumentException if the default exceeds a maximum
   */
  ApplicationLifetime inheritedBy(long ownMaximum, long ownDefault) {
    long most = ownMaximum >= 0 ? ownMaximum : maximum;
    boolean isSet = ownDefault >= 0 || isDefaultSet;
    long usual = ownDefault;
    if (ownDefault < 0) {
      usual = isSet ? Math.min(byDefault, most) : most;
    }
    if (most > 0 && usual > most) {
      throw new IllegalArgumentException("at most the maximum lifetime, " + most);
    }
    return new ApplicationLifetime(most, usual > 0 ? usual : most, isSet);
  }

  /**
   * Returns the lifetime that an application gets, in seconds; 0 or less: unlimited.
   *
   * @param requested what it asks for, in seconds; 0 or less if it asks for none
   */
  public long of(long requested) {
    if (requested <= 0) {
      return byDefault;
    }
    return maximum > 0 ? Math.min(requested, maximum) : requested;
  }
}
