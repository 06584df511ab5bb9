// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.whatif;

import io.github.yarnfair.core.forecast.PreemptionRun.Node;
import io.github.yarnfair.core.forecast.PreemptionRun.Task;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;

/**
 * The nodes and what runs on them at one moment, for what preemption would do. Made under the
 * scheduler's write lock, where references and sizes are copied only.
 */
public final class RunningCopy {
  private final ResourceVectors vectors;
  private final long now;
  private final List<CopiedNode> nodes = new ArrayList<>();

  /** By the id of a task. */
  private final List<Running> all = new ArrayList<>();

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record CopiedNode(
      ClusterNode node, String machineClass, long[] free, List<Running> running) {}

  /** A container with its size, priority and machine class of that time. */
  private record Running(
      int id,
      RMContainer container,
      ApplicationId owner,
      int priority,
      String machineClass,
      Resource size) {}

  /**
   * Copies the nodes that accept containers.
   *
   * @param now in milliseconds, of the clock that containers' times are of
   */
  public RunningCopy(
      FairQueue root, ResourceVectors vectors, long now, List<ClusterNode> clusterNodes) {
    this.vectors = vectors;
    this.now = now;
    Map<ApplicationId, AppAttempt> attempts = new HashMap<>();
    root.attempts().forEach(attempt -> attempts.put(attempt.getApplicationId(), attempt));
    for (ClusterNode node : clusterNodes) {
      if (node.acceptsContainers()) {
        copy(node, attempts);
      }
    }
  }

  private void copy(ClusterNode node, Map<ApplicationId, AppAttempt> attempts) {
    List<Running> running = new ArrayList<>();
    for (RMContainer container : node.getCopiedListOfRunningContainers()) {
      ApplicationId owner = container.getApplicationAttemptId().getApplicationId();
      AppAttempt attempt = attempts.get(owner);
      if (attempt != null && attempt.holds(container)) {
        running.add(
            new Running(
                all.size(),
                container,
                owner,
                attempt.application().getPriority().getPriority(),
                attempt.machineClass(container.getContainerId()),
                container.getContainer().getResource()));
        all.add(running.get(running.size() - 1));
      }
    }
    long[] free = new long[vectors.length()];
    node.readFree(vectors, free);
    nodes.add(new CopiedNode(node, node.machineClass(), free, running));
  }

  /** Returns how many nodes there are. */
  int size() {
    return nodes.size();
  }

  /**
   * Returns the nodes without those that are removed, with the tasks that may end.
   *
   * @param leaf of an application in the tree that is meant; below 0 if it is not there
   */
  List<Node> nodes(
      Set<ClusterNode> removed, MachineClasses classes, ToIntFunction<ApplicationId> leaf) {
    List<Node> left = new ArrayList<>();
    for (CopiedNode node : nodes) {
      if (!removed.contains(node.node())) {
        List<Task> tasks = new ArrayList<>();
        node.running().stream()
            .filter(each -> !each.container().isAMContainer())
            .filter(each -> each.container().getExecutionType() == ExecutionType.GUARANTEED)
            .filter(each -> leaf.applyAsInt(each.owner()) >= 0)
            .sorted(
                Comparator.comparingInt(Running::priority)
                    .thenComparing(
                        each -> each.container().getContainerId(), Comparator.reverseOrder()))
            .forEach(each -> tasks.add(task(each, classes, leaf)));
        left.add(
            new Node(
                offer(node.machineClass(), node.free(), classes),
                offer(node.machineClass(), vectors.of(node.node().getTotalResource()), classes),
                tasks));
      }
    }
    return left;
  }

  /** Returns the containers that run on removed nodes. */
  List<Task> gone(
      Set<ClusterNode> removed, MachineClasses classes, ToIntFunction<ApplicationId> leaf) {
    return nodes.stream()
        .filter(node -> removed.contains(node.node()))
        .flatMap(node -> node.running().stream())
        .filter(each -> leaf.applyAsInt(each.owner()) >= 0)
        .map(each -> task(each, classes, leaf))
        .toList();
  }

  private Task task(Running running, MachineClasses classes, ToIntFunction<ApplicationId> leaf) {
    int machineClass = classes.number(running.machineClass());
    return new Task(
        running.id(),
        leaf.applyAsInt(running.owner()),
        classes.amounts(machineClass, vectors.of(running.size())).clone(),
        ranMillis(running));
  }

  private long ranMillis(Running running) {
    return now - running.container().getCreationTime();
  }

  /** Returns a container, by the id of its task. */
  WhatIfAnswer.Ending ending(int id) {
    Running running = all.get(id);
    return new WhatIfAnswer.Ending(
        running.container().getContainerId().toString(),
        running.owner().toString(),
        running.container().getAllocatedNode().toString(),
        running.size(),
        ranMillis(running));
  }

  /** Returns what a node offers, as a share tree has it. */
  static long[] offer(String machineClass, long[] free, MachineClasses classes) {
    long[] offer = new long[classes.space().length()];
    classes.put(classes.number(machineClass), free, ShareSpace.ANY_CLASS, offer);
    return offer;
  }
}
