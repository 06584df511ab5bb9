// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.report;

import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.Gang;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueUsers;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.user.QueueUser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * What is read of a queue and its applications beside their shares. Filled under the scheduler's
 * lock; what is read there is copied.
 */
final class QueueCopy {
  private final FairQueue queue;
  private final QueueState state;
  private final int applicationCount;
  private final long[] reserved;
  private final long[] kept;
  private final List<MasterCopy> masters;
  private final List<ApplicationCopy> applications = new ArrayList<>();
  private final Map<String, UserCopy> users = new TreeMap<>();

  /**
   * What masters hold in a partition.
   *
   * @param limit AM limit; null for a user
   */
  record MasterCopy(@Nullable Resource limit, Resource used) {}

  /**
   * An application beside its share.
   *
   * @param reserved by its reservations
   */
  record ApplicationCopy(
      ApplicationId id, String user, int priority, Resource reserved, @Nullable GangShare gang) {}

  /** A user of a queue whose share is divided among its users. */
  static final class UserCopy {
    private final long[] reserved;
    private final Resource masterUsed;
    private final List<MasterCopy> masters;
    private int active;
    private int waiting;

    private UserCopy(LeafQueue queue, QueueUser user) {
      reserved = user.reserved().amounts().clone();
      masterUsed = queue.masters().used(MachineClasses.DEFAULT, user.name());
      masters =
          partitions(queue)
              .map(name -> new MasterCopy(null, queue.masters().used(name, user.name())))
              .toList();
    }

    private void count(boolean waits) {
      waiting += waits ? 1 : 0;
      active += waits ? 0 : 1;
    }

    /** Returns how much is reserved, as the share tree has amounts. */
    long[] reserved() {
      return reserved;
    }

    /** Returns what masters hold in the partition without a label. */
    Resource masterUsed() {
      return masterUsed;
    }

    /** Returns what masters hold, by partition; empty where they are not counted. */
    List<MasterCopy> masters() {
      return masters;
    }

    /** Returns how many applications run, or may. */
    int active() {
      return active;
    }

    /** Returns how many applications wait for room for their masters. */
    int waiting() {
      return waiting;
    }
  }

  /** Reads a queue. Under the lock. */
  QueueCopy(FairQueue queue) {
    this.queue = queue;
    state = queue.state();
    applicationCount = queue.applicationCount();
    reserved = queue.reserved().amounts().clone();
    kept = queue.reserved().kept().clone();
    masters =
        queue instanceof LeafQueue leaf
            ? partitions(leaf)
                .map(name -> new MasterCopy(leaf.masters().limit(name), leaf.masters().used(name)))
                .toList()
            : List.of();
  }

  /** Returns the names of the partitions in which masters are counted. */
  private static Stream<String> partitions(LeafQueue queue) {
    MachineClasses classes = queue.ledger().classes();
    boolean countsMasters = !classes.isOne() && classes.kind() == MachineClasses.Kind.LABELS;
    return IntStream.range(0, countsMasters ? classes.partitions() : 0).mapToObj(classes::name);
  }

  /** Reads an application of the queue. Under the lock. */
  void add(Application application) {
    AppAttempt attempt = application.getCurrentAppAttempt();
    Gang gang = attempt == null ? null : attempt.gang();
    applications.add(
        new ApplicationCopy(
            application.id(),
            application.getUser(),
            application.getPriority().getPriority(),
            attempt == null ? Resources.none() : attempt.getCurrentReservation(),
            gang == null ? null : GangShare.of(gang)));
    LeafQueue leaf = application.queue();
    QueueUsers divided = leaf.divided();
    if (divided != null) {
      users
          .computeIfAbsent(application.getUser(), name -> new UserCopy(leaf, divided.of(name)))
          .count(attempt == null || leaf.masters().isWaiting(attempt));
    }
  }

  FairQueue queue() {
    return queue;
  }

  QueueState state() {
    return state;
  }

  int applicationCount() {
    return applicationCount;
  }

  /** Returns how much is reserved, as the share tree has amounts. */
  long[] reserved() {
    return reserved;
  }

  /** Returns how much of it is kept for gangs. */
  long[] kept() {
    return kept;
  }

  /** Returns what masters hold, by partition; empty where they are not counted. */
  List<MasterCopy> masters() {
    return masters;
  }

  /** Returns the applications, oldest first. */
  List<ApplicationCopy> applications() {
    return applications;
  }

  /** Returns the users by name; none unless the queue's share is divided among them. */
  Map<String, UserCopy> users() {
    return users;
  }
}
