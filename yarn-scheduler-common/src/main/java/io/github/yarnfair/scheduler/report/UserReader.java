// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.report;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.report.QueueCopy.UserCopy;
import io.github.yarnfair.scheduler.report.QueueSnapshot.Share;
import io.github.yarnfair.scheduler.resource.BalanceText;
import io.github.yarnfair.scheduler.resource.TreeLimits;
import io.github.yarnfair.scheduler.snapshot.ClusterSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.apache.hadoop.yarn.api.records.Resource;

/** Computes what the users of leaf queues have, of a snapshot. */
final class UserReader {
  private final ClusterSnapshot snapshot;
  private final ShareTree tree;
  private final ShareLedger ledger;
  private final TreeLimits limits;
  private final PartitionReader partitions;
  private final BiFunction<Integer, Resource, Share> shares;

  /**
   * @param shares reads the share of a node of the copied tree, of which an amount is reserved
   */
  UserReader(
      ClusterSnapshot snapshot,
      PartitionReader partitions,
      BiFunction<Integer, Resource, Share> shares) {
    this.snapshot = snapshot;
    tree = snapshot.tree();
    ledger = snapshot.origin().ledger();
    limits = new TreeLimits(tree, ledger.classes(), ledger.vectors());
    this.partitions = partitions;
    this.shares = shares;
  }

  /**
   * Returns the users of a queue by name; none unless its share is divided among them.
   *
   * @param node of the queue in the copied tree
   */
  List<UserShare> read(QueueCopy queue, int node) {
    Map<String, Integer> nodes = new TreeMap<>();
    double weights = 0;
    for (int c = tree.firstChild(node); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      if (snapshot.subject(c) instanceof String user) {
        nodes.put(user, c);
        weights += tree.configuredWeightAt(c, 0);
      }
    }
    List<UserShare> users = new ArrayList<>();
    for (Map.Entry<String, Integer> each : nodes.entrySet()) {
      UserCopy user = queue.users().get(each.getKey());
      if (user != null) {
        users.add(read(queue.queue(), each.getKey(), user, each.getValue(), weights));
      }
    }
    return users;
  }

  /**
   * @param weights sum over the users with applications in the queue
   */
  private UserShare read(FairQueue queue, String name, UserCopy user, int node, double weights) {
    double weight = tree.configuredWeightAt(node, 0);
    Resource reserved = ledger.vectors().toResource(ledger.capacity().overFigures(user.reserved()));
    return new UserShare(
        name,
        queue.spec().users().weight(name),
        limits.limit(node),
        limits.fraction(node),
        user.active(),
        user.waiting(),
        user.masterUsed(),
        BalanceText.of(snapshot.balances(), tree, node),
        shares.apply(node, reserved),
        partitions.read(queue, user, node, weight, weight / weights));
  }
}
