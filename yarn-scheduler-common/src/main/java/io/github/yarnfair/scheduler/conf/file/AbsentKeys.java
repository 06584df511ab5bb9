// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.file;

import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;

/** The keys of listed queues whose default differs from CapacityScheduler's, where not set. */
public final class AbsentKeys {
  private static final int MOST_NAMED = 3;

  private static final String FACTOR = "user-limit-factor";

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
    boolean allHaveFactor = conf.getRaw(KeyReader.PREFIX + FACTOR) != null;
    add(
        root,
        FACTOR,
        queue -> !allHaveFactor && isLeaf(queue) && isUnset(conf, queue, FACTOR),
        "no limit, there 1",
        absent);
    add(
        root,
        "ordering-policy",
        queue -> isLeaf(queue) && isUnset(conf, queue, "ordering-policy"),
        "by shares, there fifo",
        absent);
    add(
        root,
        "capacity",
        queue -> !queue.path().equals(QueueSpec.ROOT) && isUnset(conf, queue, "capacity"),
        "as much as each of the siblings without one if none has one, there 0",
        absent);
    return absent;
  }

  private static boolean isLeaf(QueueSpec queue) {
    return queue.children().isEmpty() && queue.creation() == null;
  }

  private static boolean isUnset(Configuration conf, QueueSpec queue, String property) {
    return conf.getRaw(KeyReader.queueKey(queue.path(), property)) == null;
  }

  private static void add(
      QueueSpec root,
      String property,
      Predicate<QueueSpec> lacksIt,
      String meaning,
      List<String> absent) {
    List<String> queues = root.subtree().filter(lacksIt).map(QueueSpec::path).toList();
    if (!queues.isEmpty()) {
      String named = String.join(", ", queues.subList(0, Math.min(MOST_NAMED, queues.size())));
      String others =
          queues.size() > MOST_NAMED ? " and %d more".formatted(queues.size() - MOST_NAMED) : "";
      absent.add("%s of %s%s (%s)".formatted(property, named, others, meaning));
    }
  }
}
