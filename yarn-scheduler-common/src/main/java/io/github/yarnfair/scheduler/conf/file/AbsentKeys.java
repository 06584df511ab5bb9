// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.file;

import io.github.yarnfair.scheduler.conf.key.QueueKey;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;

/** The keys of listed queues whose default differs from CapacityScheduler's, where not set. */
public final class AbsentKeys {
  private static final int MOST_NAMED = 3;

  private AbsentKeys() {}

  /**
   * Names each such key, with some of its queues, what holds, and what would hold under
   * CapacityScheduler.
   *
   * @param conf what the queues were read from
   * @return empty if there is none
   */
  public static List<String> of(QueueSpec root, Configuration conf) {
    List<String> absent = new ArrayList<>();
    boolean allHaveFactor = conf.getRaw(QueueKeys.USER_LIMIT_FACTOR.ofAllQueues()) != null;
    add(
        root,
        QueueKeys.USER_LIMIT_FACTOR,
        queue ->
            !allHaveFactor && queue.isLeaf() && isUnset(conf, queue, QueueKeys.USER_LIMIT_FACTOR),
        "no limit, there 1",
        absent);
    add(
        root,
        QueueKeys.ORDERING_POLICY,
        queue -> queue.isLeaf() && isUnset(conf, queue, QueueKeys.ORDERING_POLICY),
        "by shares, there fifo",
        absent);
    add(
        root,
        QueueKeys.CAPACITY,
        queue -> !queue.path().equals(QueueSpec.ROOT) && isUnset(conf, queue, QueueKeys.CAPACITY),
        "as much as each of the siblings without one if none has one, there 0",
        absent);
    return absent;
  }

  private static boolean isUnset(Configuration conf, QueueSpec queue, QueueKey<?> key) {
    return conf.getRaw(key.of(queue.path())) == null;
  }

  private static void add(
      QueueSpec root,
      QueueKey<?> key,
      Predicate<QueueSpec> lacksIt,
      String meaning,
      List<String> absent) {
    List<String> queues = root.subtree().filter(lacksIt).map(QueueSpec::path).toList();
    if (!queues.isEmpty()) {
      String named = String.join(", ", queues.subList(0, Math.min(MOST_NAMED, queues.size())));
      String others =
          queues.size() > MOST_NAMED ? " and %d more".formatted(queues.size() - MOST_NAMED) : "";
      absent.add("%s of %s%s (%s)".formatted(key, named, others, meaning));
    }
  }
}
