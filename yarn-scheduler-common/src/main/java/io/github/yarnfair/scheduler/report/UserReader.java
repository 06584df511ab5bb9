// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.report;

import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueUser;
import io.github.yarnfair.scheduler.model.QueueUsers;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.report.QueueSnapshot.Share;
import io.github.yarnfair.scheduler.resource.BalanceText;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.hadoop.yarn.api.records.Resource;

/** Reads what the users of leaf queues have. Under the scheduler's lock. */
final class UserReader {
  private final ShareLedger ledger;
  private final PartitionReader partitions;
  private final BiFunction<Integer, Resource, Share> shares;

  /**
   * @param shares reads the share of a node of the share tree, of which an amount is reserved
   */
  UserReader(
      ShareLedger ledger, PartitionReader partitions, BiFunction<Integer, Resource, Share> shares) {
    this.ledger = ledger;
    this.partitions = partitions;
    this.shares = shares;
  }

  /** Returns the users of a queue by name; none unless its share is divided among them. */
  List<UserShare> read(LeafQueue queue) {
    QueueUsers users = queue.divided();
    if (users == null) {
      return List.of();
    }
    Map<String, Integer> waiting = new HashMap<>();
    for (Application application : queue.applications()) {
      AppAttempt attempt = application.getCurrentAppAttempt();
      if (attempt == null || queue.masters().isWaiting(attempt)) {
        waiting.merge(application.getUser(), 1, Integer::sum);
      }
    }
    double weights =
        users.all().stream()
            .mapToDouble(user -> ledger.tree().configuredWeightAt(user.node(), 0))
            .sum();
    return users.all().stream()
        .sorted(Comparator.comparing(QueueUser::name))
        .map(user -> read(queue, user, waiting.getOrDefault(user.name(), 0), weights))
        .toList();
  }

  /**
   * @param weights sum over the users with applications in the queue
   */
  private UserShare read(LeafQueue queue, QueueUser user, int waiting, double weights) {
    double weight = ledger.tree().configuredWeightAt(user.node(), 0);
    Resource reserved = ledger.vectors().toResource(ledger.capacity().overFigures(user.reserved()));
    return new UserShare(
        user.name(),
        queue.spec().users().weight(user.name()),
        ledger.limit(user.node()),
        ledger.limitFraction(user.node()),
        user.applications() - waiting,
        waiting,
        queue.masters().used(MachineClasses.DEFAULT, user.name()),
        BalanceText.of(ledger.balances(), ledger.tree(), user.node()),
        shares.apply(user.node(), reserved),
        partitions.read(queue, user, weight, weight / weights));
  }
}
