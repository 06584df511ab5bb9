// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.scheduler.conf.queue.UserSettings;
import io.github.yarnfair.scheduler.user.QueueUser;
import io.github.yarnfair.scheduler.user.UserLimit;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The users of a leaf queue whose share is divided among its users. A user is there from the first
 * application to the last. Under the scheduler's write lock.
 */
public final class QueueUsers {
  private final FairQueue queue;
  private final UserSettings settings;
  private final UserLimit limit;
  private final Map<String, QueueUser> byName = new HashMap<>();

  QueueUsers(FairQueue queue) {
    this.queue = queue;
    settings = queue.spec().users();
    ShareLedger ledger = queue.ledger();
    limit =
        new UserLimit(
            settings,
            ledger.classes(),
            ledger.tree(),
            ledger.vectors(),
            queue.entitlement()::entitledFractionOfCluster);
  }

  /** Returns the users with applications in the queue, in no particular order. */
  public Collection<QueueUser> all() {
    return Collections.unmodifiableCollection(byName.values());
  }

  /** Counts one more application of a user, and returns the node below which its leaf belongs. */
  int enter(String name) {
    QueueUser user = byName.get(name);
    if (user == null) {
      ShareLedger ledger = queue.ledger();
      int node = ledger.addUser(queue.handle(), name, settings.shareWeight(name));
      ledger.tree().setInOrder(node, queue.spec().order().isInOrder());
      user = new QueueUser(name, ledger.tree(), node, queue.reserved());
      byName.put(name, user);
      limit.apply(user);
    }
    user.count(1);
    return user.node();
  }

  /** Counts an application less, whose leaf is gone. */
  void leave(String name) {
    QueueUser user = of(name);
    if (user.count(-1) == 0) {
      byName.remove(name);
      queue.ledger().remove(user.node());
    }
  }

  /**
   * Returns a user with applications in the queue.
   *
   * @throws NullPointerException if the user has none
   */
  public QueueUser of(String name) {
    return Objects.requireNonNull(byName.get(name), name);
  }

  /** Returns whether a reservation of a user, who may be gone, may have to be dropped. */
  boolean mayHaveReservedTooMuch(String name) {
    QueueUser user = byName.get(name);
    return user != null && user.mayHaveReservedTooMuch();
  }

  /** Recomputes what each may hold, by what the queue is entitled to now. */
  void applyLimits() {
    byName.values().forEach(limit::apply);
  }

  /** Returns the most that users may hold. */
  public UserLimit limit() {
    return limit;
  }

  /**
   * Returns one message for each violation of the invariants: each user has applications, as many
   * as are counted; its node is below the queue's, and has the user's weight and limit.
   */
  public Stream<String> violations() {
    Map<String, Integer> counts = new HashMap<>();
    queue.users().forEach(user -> counts.merge(user, 1, Integer::sum));
    Map<String, Integer> counted = new HashMap<>();
    byName.forEach((name, user) -> counted.put(name, user.applications()));
    String sums = "%s counts applications %s, actually %s".formatted(queue, counted, counts);
    return Stream.concat(
        counted.equals(counts) ? Stream.of() : Stream.of(sums),
        byName.values().stream().flatMap(user -> violations(user).stream()));
  }

  private List<String> violations(QueueUser user) {
    ShareLedger ledger = queue.ledger();
    boolean isRight =
        ledger.tree().parent(user.node()) == queue.handle()
            && ledger.tree().configuredWeightAt(user.node(), 0) == settings.shareWeight(user.name())
            && limit.isApplied(user);
    return isRight
        ? List.of()
        : List.of("the node of %s in %s is not as configured".formatted(user.name(), queue));
  }
}
