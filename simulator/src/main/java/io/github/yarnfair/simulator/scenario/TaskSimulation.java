// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.simulator.rule.Rule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Whole tasks that start and end on the nodes of a cluster under a policy. The resources of a task
 * that ends are offered again at once; there policies differ, while most fill an empty cluster
 * alike.
 */
public final class TaskSimulation {
  private final NamedTree named;
  private final ShareTree tree;
  private final Selection selection;
  private final Offer offer;
  private final long[][] free;
  private final Map<String, Job> jobs = new LinkedHashMap<>();
  private final Map<Integer, Job> jobOfLeaf = new LinkedHashMap<>();

  /** Creates the simulation over one node that is the whole cluster; nothing is submitted yet. */
  public TaskSimulation(TreeSpec root, Function<ShareTree, Selection> selection, long... capacity) {
    this(root, selection, capacity, List.of(capacity));
  }

  /**
   * Creates the simulation over several nodes; nothing is submitted yet.
   *
   * @param selection creates the selection over the planted tree, {@link Rule#over} for instance
   * @param capacity the cluster's amount of each resource
   * @param nodes each node's amounts; their sum is the capacity
   */
  public TaskSimulation(
      TreeSpec root,
      Function<ShareTree, Selection> selection,
      long[] capacity,
      List<long[]> nodes) {
    this(NamedTree.of(root, capacity), selection, nodes);
  }

  /**
   * Creates the simulation over a tree in which nothing is held and nothing pending.
   *
   * @param nodes what each node offers, in amounts of the tree's space
   */
  public TaskSimulation(
      NamedTree named, Function<ShareTree, Selection> selection, List<long[]> nodes) {
    this.named = named;
    tree = named.tree();
    this.selection = selection.apply(tree);
    offer = new Offer(tree.space());
    free = nodes.stream().map(long[]::clone).toArray(long[][]::new);
    for (TreeSpec leaf : named.leaves()) {
      Job job = new Job(named.node(leaf.name()), leaf.demand(), new long[free.length]);
      jobs.put(leaf.name(), job);
      jobOfLeaf.put(job.leaf, job);
    }
  }

  /** Returns the tree as it stands. */
  public NamedTree named() {
    return named;
  }

  /** Sets a leaf's number of pending tasks; schedules nothing. */
  public void submit(String leaf, long tasks) {
    job(leaf).setPending(tasks);
  }

  /** Submits the tasks of the tree's specification, leaf by leaf, and schedules. */
  public TaskSimulation submitAll() {
    for (TreeSpec leaf : named.leaves()) {
      submit(leaf.name(), leaf.tasks());
    }
    schedule();
    return this;
  }

  /** Offers the nodes in turn, one task a visit, until none can place any. */
  public void schedule() {
    List<Integer> open = new ArrayList<>();
    for (int n = 0; n < free.length; n++) {
      open.add(n);
    }
    while (!open.isEmpty()) {
      open.removeIf(
          n -> {
            offer.open(free[n]);
            return !place(n);
          });
    }
  }

  /** Ends all of a leaf's tasks, forgets its pending ones and schedules. */
  public void leave(String leaf) {
    Job job = job(leaf);
    job.setPending(0);
    while (job.runningTotal() > 0) {
      job.endOne();
    }
    schedule();
  }

  /**
   * Ends one task of each leaf in turn and refills its node at once; repeats this {@code rounds}
   * times.
   */
  public TaskSimulation churn(int rounds) {
    for (int r = 0; r < rounds; r++) {
      for (Job job : jobs.values()) {
        if (job.runningTotal() > 0) {
          int node = job.endOne();
          job.taskFollows();
          offer.open(free[node]);
          while (place(node)) {}
        }
      }
    }
    return this;
  }

  /**
   * Ends up to {@code batch} tasks of each leaf, then schedules; repeats this {@code rounds} times.
   */
  public TaskSimulation churn(int rounds, int batch) {
    for (int r = 0; r < rounds; r++) {
      for (Job job : jobs.values()) {
        for (int i = 0; i < batch && job.runningTotal() > 0; i++) {
          job.endOne();
          job.taskFollows();
        }
      }
      schedule();
    }
    return this;
  }

  /** Returns how many tasks a leaf runs. */
  public long running(String leaf) {
    return job(leaf).runningTotal();
  }

  /** Returns how many tasks each leaf runs, in pre-order. */
  public Map<String, Long> running() {
    Map<String, Long> running = new LinkedHashMap<>();
    jobs.forEach((name, job) -> running.put(name, job.runningTotal()));
    return running;
  }

  /** Returns whether a pending task would fit the free resources of some node. */
  public boolean leavesSomethingUsable() {
    for (long[] onNode : free) {
      for (Job job : jobs.values()) {
        if (job.pending > 0 && tree.demand(job.leaf).fits(onNode, 0)) {
          return true;
        }
      }
    }
    return false;
  }

  private Job job(String leaf) {
    Job job = jobs.get(leaf);
    if (job == null) {
      throw new IllegalArgumentException("no leaf " + leaf + " among " + jobs.keySet());
    }
    return job;
  }

  private boolean place(int node) {
    int leaf = selection.next(offer);
    if (leaf == ShareTree.NONE) {
      return false;
    }
    Job job = Objects.requireNonNull(jobOfLeaf.get(leaf));
    offer.take(job.demand);
    job.startOn(node);
    return true;
  }

  /** A leaf's tasks. */
  private final class Job {
    private final int leaf;
    private final long[] demand;
    private final long[] running;
    private long pending;

    private Job(int leaf, long[] demand, long[] running) {
      this.leaf = leaf;
      this.demand = demand;
      this.running = running;
    }

    private void setPending(long tasks) {
      pending = tasks;
      tree.setDemand(leaf, Demand.of(demand, tasks));
    }

    private void taskFollows() {
      if (pending != Demand.ENDLESS) {
        setPending(pending + 1);
      }
    }

    private void startOn(int node) {
      if (pending != Demand.ENDLESS) {
        setPending(pending - 1);
      }
      tree.charge(leaf, demand);
      running[node]++;
      for (int j = 0; j < demand.length; j++) {
        free[node][j] -= demand[j];
      }
    }

    /** Ends a task on the first node that has one, and returns that node. */
    private int endOne() {
      int node = 0;
      while (running[node] == 0) {
        node++;
      }
      tree.release(leaf, demand);
      running[node]--;
      for (int j = 0; j < demand.length; j++) {
        free[node][j] += demand[j];
      }
      return node;
    }

    private long runningTotal() {
      long total = 0;
      for (long tasks : running) {
        total += tasks;
      }
      return total;
    }
  }
}
