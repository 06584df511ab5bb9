// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.balance;

import io.github.yarnfair.core.balance.Balances;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.balance.BalanceReport.Line;
import io.github.yarnfair.scheduler.balance.QueueBalance.Entry;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.model.QueueUsers;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.user.QueueUser;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.jspecify.annotations.Nullable;

/**
 * The balances of a share tree by what does not change with the tree: paths, users, machine classes
 * and resource types. Under the scheduler's write lock.
 */
final class BalanceNames {
  private static final String ALL_CLASSES = "*";

  private final QueueTree queues;
  private final Balances balances;
  private final String[] machineClasses;
  private final String[] resources;

  BalanceNames(QueueTree queues, Balances balances) {
    this.queues = queues;
    this.balances = balances;
    MachineClasses classes = queues.ledger().classes();
    ResourceInformation[] types = ResourceUtils.getResourceTypesArray();
    int shares = classes.space().shares();
    machineClasses = new String[shares];
    resources = new String[shares];
    for (int s = 0; s < shares; s++) {
      machineClasses[s] =
          shares == classes.space().pairs()
              ? classes.name(classes.space().classOf(s))
              : ALL_CLASSES;
      resources[s] = types[classes.space().resourceOfShare(s)].getName();
    }
  }

  /** Returns all balances that are not 0. */
  List<QueueBalance> read() {
    Map<Integer, FairQueue> queueOf = new HashMap<>();
    Map<Integer, String> userOf = new HashMap<>();
    index(queues.root(), queueOf, userOf);
    List<QueueBalance> all = new ArrayList<>();
    balances
        .book()
        .read(
            (node, name, amounts) -> {
              FairQueue queue = queueOf.get(node);
              if (queue != null) {
                String user = name == null ? userOf.getOrDefault(node, "") : name;
                all.add(new QueueBalance(queue.spec().path(), user, entries(amounts)));
              }
            });
    return all;
  }

  private static void index(
      FairQueue queue, Map<Integer, FairQueue> queueOf, Map<Integer, String> userOf) {
    queueOf.put(queue.handle(), queue);
    if (queue instanceof LeafQueue leaf && leaf.divided() != null) {
      for (QueueUser user : leaf.divided().all()) {
        queueOf.put(user.node(), leaf);
        userOf.put(user.node(), user.name());
      }
    }
    queue.children().forEach(child -> index(child, queueOf, userOf));
  }

  private List<Entry> entries(double[] amounts) {
    List<Entry> entries = new ArrayList<>();
    for (int s = 0; s < amounts.length; s++) {
      if (amounts[s] != 0.0) {
        entries.add(new Entry(machineClasses[s], resources[s], amounts[s]));
      }
    }
    return entries;
  }

  /** Returns the balances of those that are in the tree, also those that are 0. */
  List<Line> report() {
    Map<Integer, FairQueue> queueOf = new HashMap<>();
    Map<Integer, String> userOf = new HashMap<>();
    index(queues.root(), queueOf, userOf);
    queueOf.remove(ShareTree.ROOT);
    List<Line> lines = new ArrayList<>();
    queueOf.forEach(
        (node, queue) -> {
          double[] relatives = balances.book().relatives(node);
          for (int s = 0; s < resources.length; s++) {
            lines.add(
                new Line(
                    queue.spec().path(),
                    userOf.getOrDefault(node, ""),
                    machineClasses[s],
                    resources[s],
                    balances.book().get(node, s),
                    relatives[s],
                    queues.ledger().tree().balanceAt(node, spaceWeight(s))));
          }
        });
    return lines;
  }

  private int spaceWeight(int share) {
    return queues.ledger().tree().space().weightOf(share);
  }

  /** Names the users that are in the tree, so that they keep their balances when they leave. */
  void nameUsers() {
    nameUsers(queues.root());
  }

  private void nameUsers(FairQueue queue) {
    if (queue instanceof LeafQueue leaf && leaf.divided() != null) {
      leaf.divided().all().forEach(user -> balances.name(user.node(), user.name()));
    }
    queue.children().forEach(this::nameUsers);
  }

  /**
   * Adds balances; those of queues that are no longer there go to their siblings.
   *
   * @param kept the part of each that time has left
   */
  void add(List<QueueBalance> former, double kept) {
    for (QueueBalance each : former) {
      FairQueue queue = queues.find(each.queue());
      if (queue != null && queue.spec().path().equals(each.queue())) {
        add(each, queue, kept);
      }
    }
    balances.book().square();
  }

  private void add(QueueBalance former, FairQueue queue, double kept) {
    double[] amounts = new double[resources.length];
    for (Entry entry : former.entries()) {
      int share = share(entry);
      if (share >= 0) {
        amounts[share] += entry.amount() * kept;
      }
    }
    if (former.user().isEmpty()) {
      add(queue.handle(), amounts);
      return;
    }
    QueueUsers users = queue instanceof LeafQueue leaf ? leaf.divided() : null;
    if (users != null) {
      QueueUser user = user(users, former.user());
      if (user == null) {
        balances.book().addDeparted(queue.handle(), former.user(), amounts);
      } else {
        add(user.node(), amounts);
      }
    }
  }

  private static @Nullable QueueUser user(QueueUsers users, String name) {
    return users.all().stream().filter(user -> user.name().equals(name)).findFirst().orElse(null);
  }

  private void add(int node, double[] amounts) {
    for (int s = 0; s < amounts.length; s++) {
      balances.book().add(node, s, amounts[s]);
    }
  }

  private int share(Entry entry) {
    for (int s = 0; s < resources.length; s++) {
      if (resources[s].equals(entry.resource()) && machineClasses[s].equals(entry.machineClass())) {
        return s;
      }
    }
    return -1;
  }
}
