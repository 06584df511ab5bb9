// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.demand;

import io.github.yarnfair.scheduler.model.FairQueue;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The running applications of one queue, with all below it, or of one user, and their maximum. */
final class ParallelLimit {
  /** Groups that are looked at to count what is started before an application. */
  private static final int MOST_GROUPS = 500;

  private final Object subject;
  private final String name;
  private final int most;
  private final TreeSet<ParallelGroup> parked = new TreeSet<>(ParallelGroup.BY_FIRST);
  private int running;

  /** Running applications and groups that name this limit; without any it is forgotten. */
  private int references;

  /**
   * @param subject the queue or the user's name
   * @param name how a sentence about it begins, such as {@code Queue root.a}
   * @param most running applications
   */
  ParallelLimit(Object subject, String name, int most) {
    this.subject = subject;
    this.name = name;
    this.most = most;
  }

  Object subject() {
    return subject;
  }

  boolean isFull() {
    return running >= most;
  }

  void start() {
    running++;
  }

  void end() {
    running--;
  }

  void retain() {
    references++;
  }

  /** Returns whether nothing needs the limit any more. */
  boolean release() {
    return --references == 0;
  }

  int running() {
    return running;
  }

  /** Adds a group that waits for one of the running applications to end. */
  void park(ParallelGroup group) {
    parked.add(group);
  }

  void unpark(ParallelGroup group) {
    parked.remove(group);
  }

  boolean hasParked() {
    return !parked.isEmpty();
  }

  @Nullable ParallelGroup firstParked() {
    return parked.isEmpty() ? null : parked.first();
  }

  /** Returns how many applications that wait for this limit are started before one. */
  int countBefore(ParallelGroup.Turn turn) {
    int before = 0;
    int groups = 0;
    for (ParallelGroup group : parked) {
      if (groups++ == MOST_GROUPS || before >= MOST_GROUPS) {
        break;
      }
      before += group.countBefore(turn);
    }
    return before;
  }

  ParallelWait.Reached reached() {
    return new ParallelWait.Reached(
        subject instanceof FairQueue queue ? queue.getQueueName() : null,
        subject instanceof FairQueue ? null : subject.toString(),
        running,
        most,
        describe());
  }

  /** Says which limit keeps an application waiting, in numbers. */
  String describe() {
    return "%s runs %d applications; its max-parallel-apps is %d.".formatted(name, running, most);
  }

  @Override
  public String toString() {
    return name;
  }
}
