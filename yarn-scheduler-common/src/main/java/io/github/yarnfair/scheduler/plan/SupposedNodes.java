// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.plan;

import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.conf.QueueFileException;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.plan.WhatIfRequest.AddedNodes;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.NodeShapes;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;

/** The nodes of a supposed cluster. */
public final class SupposedNodes {
  private final ResourceVectors vectors;
  private final NodeShapes shapes;
  private final Map<String, Integer> ended = new TreeMap<>();
  private final Set<ClusterNode> removed = new LinkedHashSet<>();
  private Resource cluster;

  private SupposedNodes(LiveCopy live, ResourceVectors vectors) {
    this.vectors = vectors;
    shapes = live.shapes();
    cluster = live.cluster();
  }

  /**
   * Returns the live nodes with the changes of a request.
   *
   * @param registered the live nodes
   * @param isOver ends the work when it returns true
   * @throws QueueFileException with one line for each change that is not possible
   * @throws TimeoutException if it was ended
   */
  public static SupposedNodes of(
      WhatIfRequest request,
      LiveCopy live,
      MachineClasses classes,
      ResourceVectors vectors,
      List<ClusterNode> registered,
      BooleanSupplier isOver)
      throws QueueFileException, TimeoutException {
    SupposedNodes nodes = new SupposedNodes(live, vectors);
    List<String> problems = new ArrayList<>();
    for (int i = 0; i < request.addedNodes().size(); i++) {
      WhatIf.endIf(isOver);
      nodes.add("add-nodes[" + i + "]", request.addedNodes().get(i), classes, problems);
    }
    for (int i = 0; i < request.removedNodes().size(); i++) {
      WhatIf.endIf(isOver);
      String name = request.removedNodes().get(i);
      List<ClusterNode> found = registered.stream().filter(node -> isNamed(node, name)).toList();
      nodes.removed.addAll(found);
      if (found.isEmpty()) {
        problems.add(
            "remove-nodes[%d] = \"%s\": expected a registered node, as host:port or host"
                .formatted(i, LogText.of(name)));
      }
    }
    nodes.removed.forEach(nodes::remove);
    if (!problems.isEmpty()) {
      throw new QueueFileException(problems);
    }
    return nodes;
  }

  private static boolean isNamed(ClusterNode node, String name) {
    return node.getNodeID().toString().equals(name) || node.getNodeID().getHost().equals(name);
  }

  private void add(String key, AddedNodes added, MachineClasses classes, List<String> problems) {
    int number = classes.number(added.label());
    boolean isKnown = added.label().isEmpty() || classes.kind() != MachineClasses.Kind.NONE;
    if (!isKnown || number == MachineClasses.UNKNOWN || number == classes.guests()) {
      problems.add(WhatIf.unknownLabel(key + ".label", added.label(), classes));
      return;
    }
    shapes.add(added.label(), vectors.of(added.total()), added.count());
    try {
      cluster = WhatIf.plus(cluster, added.total(), added.count(), vectors);
    } catch (ArithmeticException e) {
      problems.add("%s.resources = %s: expected less".formatted(key, added.total()));
    }
  }

  private void remove(ClusterNode node) {
    shapes.remove(node.machineClass(), vectors.of(node.getTotalResource()));
    cluster = WhatIf.plus(cluster, node.getTotalResource(), -1, vectors);
    for (RMContainer container : node.getCopiedListOfRunningContainers()) {
      ended.merge(
          container.getApplicationAttemptId().getApplicationId().toString(), 1, Integer::sum);
    }
  }

  /** Returns the live nodes that are gone. */
  Set<ClusterNode> removed() {
    return removed;
  }

  /** Returns the distinct nodes. */
  public NodeShapes shapes() {
    return shapes;
  }

  /** Returns what the nodes have together. */
  public Resource cluster() {
    return cluster;
  }

  /** Returns how many containers run on nodes that are gone, by application. */
  public Map<String, Integer> endedContainers() {
    return ended;
  }
}
