// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.demand;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An application that limits of running applications keep waiting.
 *
 * @param reached the limits that are reached, of which each keeps it waiting
 * @param before number of applications that are started before it because of one of these limits, a
 *     few hundred at most
 */
public record ParallelWait(List<Reached> reached, int before) {

  /**
   * A limit that is reached.
   *
   * @param queue full path of the queue; null for a user's limit
   * @param user name of the user; null for a queue's limit
   * @param sentence which limit it is, in numbers
   */
  public record Reached(
      @Nullable String queue, @Nullable String user, int running, int most, String sentence) {}
}
