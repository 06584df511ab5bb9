// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.scheduler.conf.capacity.QueueWeight;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.conf.queue.QueueLabels;
import io.github.yarnfair.scheduler.explain.answer.Remedy;
import io.github.yarnfair.scheduler.explain.answer.Remedy.Action;
import io.github.yarnfair.scheduler.model.FairQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;

/**
 * What gives a queue a part of a partition: keys of each queue on the way from root that has none,
 * with values.
 */
final class MissingParts {
  private final String partition;
  private final List<String> keys = new ArrayList<>();
  private final List<String> values = new ArrayList<>();

  private MissingParts(String partition) {
    this.partition = partition;
  }

  /** Returns the remedy. */
  static Remedy remedy(FairQueue lowest, String partition) {
    MissingParts missing = new MissingParts(partition);
    Deque<FairQueue> path = new ArrayDeque<>();
    for (FairQueue queue = lowest; queue.parent() != null; queue = queue.parent()) {
      path.push(queue);
    }
    path.forEach(missing::add);
    List<String> words = new ArrayList<>();
    for (int i = 0; i < missing.keys.size(); i++) {
      words.add(missing.keys.get(i) + " to " + missing.values.get(i));
    }
    return new Remedy(
        Action.SET_KEY,
        String.join(";", missing.keys),
        String.join(";", missing.values),
        "Give %s a part of partition %s: set %s."
            .formatted(
                words.size() > 1 ? "the queues on the way" : "the queue",
                partition,
                String.join(" and ", words)));
  }

  private void add(FairQueue queue) {
    QueueLabels labels = queue.spec().labels();
    if (!labels.mayUse(partition)) {
      TreeSet<String> all = new TreeSet<>(labels.accessible());
      all.add(partition);
      keys.add(QueueKeys.ACCESSIBLE_LABELS.of(queue.getQueueName()));
      values.add(String.join(",", all));
    }
    if (queue.spec().in(partition).weight().isZero()) {
      addCapacity(queue);
    }
  }

  /**
   * Gives a queue as large a part as its siblings have on average; all if they have none.
   * Percentages of siblings have to add up to 100: theirs fall by the same part.
   */
  private void addCapacity(FairQueue queue) {
    List<FairQueue> others =
        Objects.requireNonNull(queue.parent()).children().stream()
            .filter(sibling -> sibling != queue)
            .filter(sibling -> !sibling.spec().in(partition).weight().isZero())
            .toList();
    boolean hasPercentages =
        others.stream()
            .allMatch(
                other -> other.spec().in(partition).weight() instanceof QueueWeight.Percentage);
    if (!hasPercentages) {
      set(queue, number(others.stream().mapToDouble(this::weight).average().orElse(1)) + "w");
      return;
    }
    double left = 100;
    for (FairQueue other : others) {
      double part = rounded(percent(other) * others.size() / (others.size() + 1));
      set(other, number(part));
      left -= part;
    }
    set(queue, number(rounded(left)));
  }

  private double weight(FairQueue queue) {
    return queue.spec().in(partition).weight() instanceof QueueWeight.Weight weight
        ? weight.weight()
        : 1;
  }

  private double percent(FairQueue queue) {
    return queue.spec().in(partition).weight() instanceof QueueWeight.Percentage percentage
        ? percentage.percent()
        : 0;
  }

  private void set(FairQueue queue, String capacity) {
    keys.add(QueueKeys.CAPACITY.inPartition(queue.getQueueName(), partition));
    values.add(capacity);
  }

  private static double rounded(double value) {
    return Math.rint(1000 * value) / 1000;
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.format(Locale.ROOT, "%.3f", value);
  }
}
