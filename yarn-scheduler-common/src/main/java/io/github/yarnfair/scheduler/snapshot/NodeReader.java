// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.snapshot;

import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import io.github.yarnfair.scheduler.snapshot.NodeCopy.Held;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;

/** Copies nodes after the share tree has been copied. */
final class NodeReader {
  private final ClusterSnapshot snapshot;
  private final MachineClasses classes;
  private final ResourceVectors vectors;
  private final List<NodeCopy> copies = new ArrayList<>();
  private final Map<ApplicationId, Application> applications = new HashMap<>();

  NodeReader(ClusterSnapshot snapshot, ResourceVectors vectors) {
    this.snapshot = snapshot;
    this.vectors = vectors;
    classes = snapshot.origin().ledger().classes();
    snapshot.applications().forEach(each -> applications.put(each.id(), each));
  }

  /** Copies a node. Under the scheduler's lock. */
  void read(ClusterNode node) {
    int machineClass = classes.number(node.machineClass());
    if (!node.acceptsContainers() || machineClass == MachineClasses.UNKNOWN) {
      return;
    }
    List<Held> held = new ArrayList<>();
    for (RMContainer container : node.getCopiedListOfRunningContainers()) {
      ApplicationId id = container.getApplicationAttemptId().getApplicationId();
      Application owner = applications.get(id);
      AppAttempt attempt = owner == null ? null : owner.getCurrentAppAttempt();
      Integer leaf = snapshot.leaves().get(id);
      if (owner != null && attempt != null && leaf != null && attempt.holds(container)) {
        held.add(
            new Held(
                container,
                attempt,
                leaf,
                owner.getPriority().getPriority(),
                container.getContainer().getResource(),
                classes.number(attempt.machineClass(container.getContainerId()))));
      }
    }
    long[] free = new long[vectors.length()];
    node.readFree(vectors, free);
    copies.add(new NodeCopy(node, machineClass, free, held));
  }

  /** Returns the copies, with what the share tree holds. Without the lock; once. */
  List<NodeCopy> copies() {
    HeldTasks tasks = new HeldTasks(snapshot.tree());
    copies.forEach(copy -> copy.held().removeIf(held -> !isInTree(held, tasks)));
    return copies;
  }

  private boolean isInTree(Held held, HeldTasks tasks) {
    return held.machineClass() != MachineClasses.UNKNOWN
        && tasks.take(
            held.leaf(), classes.amounts(held.machineClass(), vectors.of(held.size())).clone());
  }
}
