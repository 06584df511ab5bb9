// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.demand;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.Resource;

/** The headroom that is reported to applications. Under the scheduler's lock. */
public record ApplicationHeadroom(ShareLedger ledger) {
  /**
   * Returns an application's headroom: for each resource type the free resources of the classes in
   * which it may run, at most limit − used of every queue above the application, and of its user.
   *
   * @param labels that the application has named; its own partition if empty
   * @param unusable free resources of the nodes that the application refuses, by the name of their
   *     class and resource type
   */
  public Resource of(Application application, Set<String> labels, Map<String, long[]> unusable) {
    MachineClasses classes = ledger.classes();
    long[] sum = new long[ledger.vectors().length()];
    for (int c = 0; c < classes.partitions(); c++) {
      if (mayAsk(labels, c)) {
        long[] refused = unusable.get(classes.name(c));
        for (int j = 0; j < sum.length; j++) {
          sum[j] += room(application, classes.offset(c) + j, refused == null ? 0 : refused[j]);
        }
      }
    }
    return ledger.vectors().toResource(sum);
  }

  private boolean mayAsk(Set<String> labels, int machineClass) {
    MachineClasses classes = ledger.classes();
    return classes.kind() != MachineClasses.Kind.LABELS
        || (labels.isEmpty() ? machineClass == 0 : labels.contains(classes.name(machineClass)));
  }

  private long room(Application application, int pair, long unusable) {
    ShareTree tree = ledger.tree();
    long room = ledger.capacity().registered(pair) - tree.usage(ShareTree.ROOT, pair) - unusable;
    for (int n = application.leaf(); n != ShareTree.NONE; n = tree.parent(n)) {
      room = Math.min(room, tree.remainingLimit(n, pair));
    }
    return Math.max(0, room);
  }
}
