// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.preemption;

import io.github.yarnfair.core.forecast.StartBook;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.jspecify.annotations.Nullable;

/**
 * Tells which containers are expected to end by themselves before they could be preempted: within
 * the time that masters are left, with a probability of at least {@value #CONFIDENCE}, by how long
 * containers of their application, of its queue and of all have lasted. Those that were chosen
 * before stay chosen.
 */
final class EndsInTime implements Predicate<CopiedContainer> {
  private static final double CONFIDENCE = 0.9;

  private final Set<RMContainer> warned;
  private final long now;
  private final long waitMillis;
  private final StartBook.@Nullable Lives<ApplicationId> lives;

  /**
   * @param running all containers that run
   * @param now in milliseconds, of the clock that containers' times are of
   */
  EndsInTime(
      Observations durations,
      Stream<CopiedContainer> running,
      Set<RMContainer> warned,
      long now,
      long waitMillis) {
    this.warned = warned;
    this.now = now;
    this.waitMillis = waitMillis;
    lives =
        waitMillis == 0 ? null : durations.lives(running.map(EndsInTime::running).toList(), now);
  }

  private static StartBook.Running<ApplicationId> running(CopiedContainer held) {
    RMContainer container = held.container();
    return new StartBook.Running<>(
        held.owner().id(), held.queue(), container.isAMContainer(), container.getCreationTime());
  }

  @Override
  public boolean test(CopiedContainer held) {
    RMContainer container = held.container();
    if (lives == null || warned.contains(container)) {
      return false;
    }
    double age = (double) Math.max(0, now - container.getCreationTime());
    return lives
            .of(held.owner().id(), held.queue(), container.isAMContainer())
            .residualMillis(age, 1.0 - CONFIDENCE)
        <= (double) waitMillis;
  }
}
