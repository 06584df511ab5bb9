// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import io.github.yarnfair.scheduler.conf.capacity.PartitionCapacity;
import io.github.yarnfair.scheduler.conf.capacity.QueueLimit;
import io.github.yarnfair.scheduler.conf.capacity.QueueWeight;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager;
import org.jspecify.annotations.Nullable;

/**
 * What a queue may use of the partitions of the cluster that node labels name. The partition
 * without a label is open to each queue; its capacity is {@link QueueSpec#weight} and {@link
 * QueueSpec.Limits#maximum}.
 *
 * @param accessible labels that requests may name, without blanks; only {@link #ANY} if all may be
 *     named; empty if none
 * @param defaultExpression label of requests that name none; null if not configured here nor
 *     inherited; empty: the partition without a label
 * @param capacities by label, where a key of the queue configures a part of the partition
 * @param otherwise part of a partition without such a key: all for root, nothing for other queues
 */
public record QueueLabels(
    Set<String> accessible,
    @Nullable String defaultExpression,
    Map<String, PartitionCapacity> capacities,
    PartitionCapacity otherwise) {
  /** Stands for all labels. */
  public static final String ANY = CommonNodeLabelsManager.ANY;

  /**
   * Part of a partition for which the queue has no key: CapacityScheduler then lets no request run
   * there, even if the label is accessible.
   */
  static final PartitionCapacity NOTHING =
      new PartitionCapacity(new QueueWeight.Percentage(0), new QueueLimit.Percentage(0), 0);

  /** Root has all of each partition, and its keys of labels are not read. */
  static final QueueLabels OF_ROOT =
      new QueueLabels(
          Set.of(ANY),
          null,
          Map.of(),
          new PartitionCapacity(QueueWeight.EQUAL, QueueLimit.UNLIMITED, 1));

  public QueueLabels {
    accessible = Set.copyOf(accessible);
    capacities = Collections.unmodifiableMap(new TreeMap<>(capacities));
  }

  /** Returns whether requests in the queue may name a label; the empty label may be named. */
  public boolean mayUse(String label) {
    return label.isEmpty() || accessible.contains(ANY) || accessible.contains(label);
  }

  /** Returns the labels that are named: as accessible, by a capacity, or as the default. */
  Stream<String> named() {
    return Stream.concat(
            Stream.concat(accessible.stream(), capacities.keySet().stream()),
            Stream.ofNullable(defaultExpression))
        .filter(label -> !label.isEmpty() && !label.equals(ANY));
  }

  /**
   * Returns what is configured of a partition. It is independent of access: a queue may have a part
   * of a partition that its requests may not name.
   *
   * @param label not empty
   */
  PartitionCapacity configured(String label) {
    return capacities.getOrDefault(label, otherwise);
  }

  /** Returns what is configured of a partition, but a maximum of 0 without access. */
  PartitionCapacity usable(String label) {
    PartitionCapacity part = configured(label);
    return mayUse(label)
        ? part
        : new PartitionCapacity(part.weight(), NOTHING.maximum(), part.maximumMasterShare());
  }
}
