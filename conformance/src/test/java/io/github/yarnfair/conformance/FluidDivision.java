// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance;

import io.github.yarnfair.conformance.adapter.Event;
import io.github.yarnfair.conformance.adapter.QueueTree;
import io.github.yarnfair.conformance.cases.CaseEvent;
import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The ideal shares of a case's cluster, as if tasks could be divided; nothing is held. What nodes
 * of a label have is a resource of its own: no task can use two of these.
 */
final class FluidDivision {
  private final List<String> resources;
  private final List<String> labels;
  private final ShareTree tree;
  private final Map<String, Integer> handles = new LinkedHashMap<>();

  /** By the name of an application; several of one submission have one entry. */
  private final Map<String, List<Integer>> leaves = new LinkedHashMap<>();

  FluidDivision(Event.Cluster cluster) {
    resources = cluster.resources();
    labels = Stream.concat(Stream.of(""), cluster.labels().stream()).toList();
    long[] capacity = new long[labels.size() * resources.size()];
    tree = new ShareTree(capacity.length);
    List<long[]> nodes =
        cluster.nodes().stream().map(node -> vector(node.label(), node.amounts())).toList();
    nodes.forEach(
        node -> {
          for (int j = 0; j < capacity.length; j++) {
            capacity[j] += node[j];
          }
        });
    tree.setCapacity(capacity);
    tree.setNodeShapes(nodes);
    plant(cluster.queues(), ShareTree.ROOT);
  }

  private void plant(QueueTree queue, int handle) {
    handles.put(queue.name(), handle);
    queue.queues().forEach(child -> plant(child, tree.addQueue(handle, child.weight())));
  }

  /** Applies what changes who wants what; turnover does not. */
  void happen(CaseEvent event) {
    if (event instanceof CaseEvent.Submit submit) {
      submit.applications().forEach(this::submit);
    } else if (event instanceof CaseEvent.End end) {
      int leaf = leavesOf(end.application()).get(0);
      Demand left = tree.demand(leaf);
      tree.setDemand(leaf, Demand.of(left.vector(0), left.tasks(0) - end.tasks()));
    } else if (event instanceof CaseEvent.Leave leave) {
      leave
          .applications()
          .forEach(name -> leavesOf(name).forEach(leaf -> tree.setDemand(leaf, Demand.NOTHING)));
    } else if (event instanceof CaseEvent.Weight weight) {
      tree.setWeight(Objects.requireNonNull(handles.get(weight.queue())), weight.weight());
    }
  }

  private void submit(CaseEvent.Application application) {
    List<Integer> submitted = new ArrayList<>();
    for (Event.Submit each : application.submits()) {
      long tasks = each.tasks() == Event.ENDLESS ? Demand.ENDLESS : each.tasks();
      int leaf = tree.addLeaf(Objects.requireNonNull(handles.get(each.queue())), 1);
      long[] demand = vector(each.label(), each.demand());
      if (room(demand) >= each.gang()) {
        tree.setDemand(leaf, Demand.of(demand, tasks));
      }
      submitted.add(leaf);
    }
    leaves.put(application.each().application(), submitted);
  }

  /** Returns how many tasks the empty cluster holds. */
  private long room(long[] demand) {
    return tree.copyOfNodeShapes().stream()
        .mapToLong(
            node ->
                IntStream.range(0, node.length)
                    .filter(j -> demand[j] > 0)
                    .mapToLong(j -> node[j] / demand[j])
                    .min()
                    .orElse(0))
        .sum();
  }

  /** Returns how many tasks a queue or an application is due, not a whole number. */
  double tasks(String name) {
    IdealShare ideal = IdealShare.of(tree);
    if (leaves.containsKey(name)) {
      return leavesOf(name).stream().mapToDouble(leaf -> tasks(ideal, leaf)).sum();
    }
    int queue = Objects.requireNonNull(handles.get(name), name);
    return leaves.values().stream()
        .flatMap(List::stream)
        .filter(leaf -> isBelow(leaf, queue))
        .mapToDouble(leaf -> tasks(ideal, leaf))
        .sum();
  }

  private double tasks(IdealShare ideal, int leaf) {
    Demand demand = tree.demand(leaf);
    double tasks = 0;
    for (int j = 0; j < labels.size() * resources.size() && !demand.isEmpty(); j++) {
      if (demand.amount(0, j) > 0) {
        tasks = Math.max(tasks, ideal.usage(leaf)[j] / demand.amount(0, j));
      }
    }
    return tasks;
  }

  private boolean isBelow(int node, int queue) {
    int above = node;
    while (above != ShareTree.NONE && above != queue) {
      above = tree.parent(above);
    }
    return above == queue;
  }

  private List<Integer> leavesOf(String name) {
    return Objects.requireNonNull(leaves.get(name), name);
  }

  private long[] vector(String label, Map<String, Long> amounts) {
    return labels.stream()
        .flatMapToLong(
            each ->
                resources.stream()
                    .mapToLong(name -> each.equals(label) ? amounts.getOrDefault(name, 0L) : 0))
        .toArray();
  }
}
