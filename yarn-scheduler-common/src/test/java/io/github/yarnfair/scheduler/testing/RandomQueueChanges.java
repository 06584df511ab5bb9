// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.StoredQueues.ADMINISTRATOR;
import static io.github.yarnfair.scheduler.testing.StoredQueues.CAPACITY;

import io.github.yarnfair.scheduler.store.ConfigurationChanges;
import java.io.IOException;
import java.util.List;
import java.util.Random;

/**
 * Changes of the stored queues, at random: weights, caps, orders, limits, and queues that are
 * added, stopped and removed. A change that is refused leaves store and queues as they were.
 */
final class RandomQueueChanges {
  /** Queues that changes add and remove. */
  private static final List<String> ADDED = List.of("root.s0", "root.a.s1");

  private final SchedulerFixture cluster;
  private final Random random;
  private int made;
  private int refused;

  RandomQueueChanges(SchedulerFixture cluster, Random random) {
    this.cluster = cluster;
    this.random = random;
  }

  /** Returns how many are in force. */
  int made() {
    return made;
  }

  /** Returns how many were refused. */
  int refused() {
    return refused;
  }

  /**
   * Makes one.
   *
   * @return what it was
   */
  String next(ConfigurationChanges changes) {
    String queue = ADDED.get(random.nextInt(ADDED.size()));
    boolean isThere = cluster.scheduler.getQueue(queue) != null;
    return switch (random.nextInt(8)) {
      case 0 -> update(changes, oneOf("root.a", "root.b"), "capacity", oneOf("1w", "3w", "7.5w"));
      case 1 -> update(changes, "root.b", "maximum-capacity", oneOf("40", "80", "100"));
      case 2 -> update(changes, oneOf("root.b", "root.a.x"), "ordering-policy", order());
      case 3 -> update(changes, "root.c", "disable_preemption", oneOf("true", "false"));
      case 4 -> update(changes, "root.b", "user-limit-factor", oneOf("0.5", "1", "-1"));
      case 5 -> global(changes, "node-locality-delay", oneOf("-1", "2"));
      case 6 -> isThere ? stop(changes, queue) : add(changes, queue);
      default -> remove(changes, queue);
    };
  }

  private String order() {
    return oneOf("fifo", "fair");
  }

  /** An added queue has an application at once, or no change would ever meet a busy one. */
  private String add(ConfigurationChanges changes, String queue) {
    if (make(changes, new QueueRequest().add(queue, "capacity", "2w"))) {
      cluster.submit(queue);
    }
    return "add " + queue;
  }

  private String stop(ConfigurationChanges changes, String queue) {
    return update(changes, queue, "state", "STOPPED");
  }

  private String remove(ConfigurationChanges changes, String queue) {
    make(changes, new QueueRequest().remove(queue));
    return "remove " + queue;
  }

  private String update(ConfigurationChanges changes, String queue, String property, String value) {
    make(changes, new QueueRequest().update(queue, property, value));
    return queue + "." + property + " = " + value;
  }

  private String global(ConfigurationChanges changes, String key, String value) {
    make(changes, new QueueRequest().global(CAPACITY + key, value));
    return key + " = " + value;
  }

  private boolean make(ConfigurationChanges changes, QueueRequest request) {
    try {
      changes.make(ADMINISTRATOR, request.build());
      made++;
      return true;
    } catch (IOException refusal) {
      refused++;
      return false;
    }
  }

  private String oneOf(String... values) {
    return values[random.nextInt(values.length)];
  }
}
