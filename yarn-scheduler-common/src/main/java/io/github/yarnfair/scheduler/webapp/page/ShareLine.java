// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.page;

import io.github.yarnfair.scheduler.report.PartitionShare;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import io.github.yarnfair.scheduler.report.QueueSnapshot.ApplicationShare;
import io.github.yarnfair.scheduler.report.UserShare;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A line of the table of queues. */
sealed interface ShareLine {
  /** Returns the number of lines above that this one is below. */
  int depth();

  /**
   * A queue.
   *
   * @param fold id of the sign that shows its users and applications
   * @param parts number of these on this page
   * @param isElsewhere whether the page of another address has them
   */
  record OfQueue(QueueSnapshot queue, int depth, String fold, int parts, boolean isElsewhere)
      implements ShareLine {}

  /** A queue's part of a partition. */
  record OfPartition(PartitionShare partition, int depth) implements ShareLine {}

  /** A user in a leaf queue. */
  record OfUser(UserShare user, int depth) implements ShareLine {}

  /** An application in a leaf queue. */
  record OfApplication(ApplicationShare application, int depth) implements ShareLine {}

  /** Returns the part of a figure that is for this kind of line. */
  default <V> @Nullable V show(Figure<V> figure) {
    if (this instanceof OfQueue line) {
      return figure.queue.apply(line.queue());
    } else if (this instanceof OfPartition line) {
      return figure.partition.apply(line.partition());
    } else if (this instanceof OfUser line) {
      return figure.user.apply(line.user());
    }
    return figure.application.apply(((OfApplication) this).application());
  }

  /**
   * A figure of lines; null in those of kinds that are not named.
   *
   * @param <V> its type
   */
  final class Figure<V> {
    private Function<QueueSnapshot, @Nullable V> queue = none -> null;
    private Function<PartitionShare, @Nullable V> partition = none -> null;
    private Function<UserShare, @Nullable V> user = none -> null;
    private Function<ApplicationShare, @Nullable V> application = none -> null;

    Figure<V> ofQueues(Function<QueueSnapshot, @Nullable V> figure) {
      queue = figure;
      return this;
    }

    Figure<V> ofPartitions(Function<PartitionShare, @Nullable V> figure) {
      partition = figure;
      return this;
    }

    Figure<V> ofUsers(Function<UserShare, @Nullable V> figure) {
      user = figure;
      return this;
    }

    Figure<V> ofApplications(Function<ApplicationShare, @Nullable V> figure) {
      application = figure;
      return this;
    }
  }
}
