// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.plan;

import io.github.yarnfair.core.forecast.PreemptionRun.Node;
import io.github.yarnfair.core.forecast.PreemptionRun.Task;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import io.github.yarnfair.scheduler.snapshot.ClusterReader;
import io.github.yarnfair.scheduler.snapshot.NodeCopy;
import io.github.yarnfair.scheduler.snapshot.NodeCopy.Held;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ExecutionType;

/** The copied nodes and what runs on them, for what preemption would do. */
public final class RunningCopy {
  private final ResourceVectors vectors;
  private final MachineClasses live;
  private final long now;
  private final List<NodeCopy> nodes;

  /** By the id of a task. */
  private final List<Held> all = new ArrayList<>();

  private final IdentityHashMap<Held, Integer> ids = new IdentityHashMap<>();

  /**
   * @param now in milliseconds, of the clock that containers' times are of
   */
  RunningCopy(ClusterReader.WithNodes read, ResourceVectors vectors, long now) {
    this.vectors = vectors;
    this.now = now;
    live = read.snapshot().origin().ledger().classes();
    nodes = read.nodes();
    for (NodeCopy node : nodes) {
      for (Held held : node.held()) {
        ids.put(held, all.size());
        all.add(held);
      }
    }
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
    for (NodeCopy node : nodes) {
      if (!removed.contains(node.node())) {
        List<Task> tasks = new ArrayList<>();
        node.held().stream()
            .filter(each -> !each.container().isAMContainer())
            .filter(each -> each.container().getExecutionType() == ExecutionType.GUARANTEED)
            .filter(each -> leaf.applyAsInt(owner(each)) >= 0)
            .sorted(
                Comparator.comparingInt(Held::priority)
                    .thenComparing(
                        each -> each.container().getContainerId(), Comparator.reverseOrder()))
            .forEach(each -> tasks.add(task(each, classes, leaf)));
        left.add(
            new Node(
                offer(live.name(node.machineClass()), node.free(), classes),
                offer(
                    live.name(node.machineClass()),
                    vectors.of(node.node().getTotalResource()),
                    classes),
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
        .flatMap(node -> node.held().stream())
        .filter(each -> leaf.applyAsInt(owner(each)) >= 0)
        .map(each -> task(each, classes, leaf))
        .toList();
  }

  private static ApplicationId owner(Held held) {
    return held.attempt().getApplicationId();
  }

  private Task task(Held held, MachineClasses classes, ToIntFunction<ApplicationId> leaf) {
    int machineClass = classes.number(live.name(held.machineClass()));
    return new Task(
        Objects.requireNonNull(ids.get(held)),
        leaf.applyAsInt(owner(held)),
        classes.amounts(machineClass, vectors.of(held.size())).clone(),
        ranMillis(held));
  }

  private long ranMillis(Held held) {
    return now - held.container().getCreationTime();
  }

  /** Returns a container, by the id of its task. */
  WhatIfAnswer.Ending ending(int id) {
    Held held = all.get(id);
    return new WhatIfAnswer.Ending(
        held.container().getContainerId().toString(),
        owner(held).toString(),
        held.container().getAllocatedNode().toString(),
        held.size(),
        ranMillis(held));
  }

  /** Returns what a node offers, as a share tree has it. */
  static long[] offer(String machineClass, long[] free, MachineClasses classes) {
    long[] offer = new long[classes.space().length()];
    classes.put(classes.number(machineClass), free, ShareSpace.ANY_CLASS, offer);
    return offer;
  }
}
