// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.report;

import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which tasks ran on some of the nodes, and when, in bounded memory: of at most {@link #MOST_NODES}
 * nodes, spread evenly over the machine classes, the {@link #MOST_BARS} tasks that were preempted
 * or ran longest.
 */
final class NodeTimeline {
  static final int MOST_NODES = 40;
  static final int MOST_BARS = 200;

  private static final Comparator<Bar> MOST_TELLING =
      Comparator.comparing(Bar::preempted).thenComparing(Bar::length).reversed();

  private final List<RunNode> nodes;
  private final Map<Integer, List<Bar>> ended = new HashMap<>();
  private final Map<Long, Bar> running = new HashMap<>();
  private final Map<Integer, Integer> tasks = new HashMap<>();
  private long omitted;

  /** A task on a node; its end is that of the run if it was still running. */
  record Bar(int node, String queue, long start, long end, boolean preempted) {
    long length() {
      return end - start;
    }
  }

  NodeTimeline(List<RunNode> all) {
    List<RunNode> sorted =
        all.stream()
            .sorted(
                Comparator.comparing(RunNode::machineClass)
                    .thenComparing(RunNode::capacity, Arrays::compare)
                    .thenComparing(RunNode::index))
            .toList();
    int shown = Math.min(MOST_NODES, sorted.size());
    nodes = new ArrayList<>();
    for (int i = 0; i < shown; i++) {
      RunNode node = sorted.get((int) ((long) i * sorted.size() / shown));
      nodes.add(node);
      ended.put(node.index(), new ArrayList<>());
    }
  }

  /** Returns the nodes that are shown. */
  List<RunNode> nodes() {
    return nodes;
  }

  void started(long time, RunJob job, int task, RunNode node) {
    if (ended.containsKey(node.index())) {
      tasks.merge(node.index(), 1, Integer::sum);
      running.put(key(job, task), new Bar(node.index(), job.queue(), time, time, false));
    }
  }

  void ended(long time, RunJob job, int task, RunNode node, boolean preempted) {
    List<Bar> bars = ended.get(node.index());
    if (bars != null) {
      Bar bar = running.remove(key(job, task));
      if (bar == null) {
        throw new IllegalStateException(job.id() + ": task " + task + " ends and has not started");
      }
      tasks.merge(node.index(), -1, Integer::sum);
      bars.add(new Bar(bar.node(), bar.queue(), bar.start(), time, preempted));
      if (bars.size() >= 2 * MOST_BARS) {
        prune(bars);
      }
    }
  }

  /** Returns how many tasks run on a node that is shown; all count, with a bar or without. */
  int tasks(RunNode node) {
    return tasks.getOrDefault(node.index(), 0);
  }

  /** The run ends: so do all bars. */
  void end(long time) {
    for (Bar bar : running.values()) {
      bars(bar.node()).add(new Bar(bar.node(), bar.queue(), bar.start(), time, false));
    }
    running.clear();
    ended.values().forEach(this::prune);
  }

  private List<Bar> bars(int node) {
    return ended.computeIfAbsent(node, any -> new ArrayList<>());
  }

  private void prune(List<Bar> bars) {
    if (bars.size() > MOST_BARS) {
      bars.sort(MOST_TELLING);
      List<Bar> least = bars.subList(MOST_BARS, bars.size());
      omitted += least.size();
      least.clear();
    }
  }

  private static long key(RunJob job, int task) {
    return (long) job.index() << 32 | task;
  }

  /** Returns the bars, node by node. After the end. */
  List<Bar> bars() {
    return nodes.stream().flatMap(node -> bars(node.index()).stream()).toList();
  }

  /** Returns how many tasks of the shown nodes have no bar. After the end. */
  long omitted() {
    return omitted;
  }
}
