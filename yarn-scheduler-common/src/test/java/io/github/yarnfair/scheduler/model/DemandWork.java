// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

/** What it costs to know what attempts ask for, counted instead of timed. */
public final class DemandWork {
  private DemandWork() {}

  /** Returns how many requests of an attempt were read so far. */
  public static long asksRead(AppAttempt attempt) {
    return attempt.demand().asksRead();
  }
}
