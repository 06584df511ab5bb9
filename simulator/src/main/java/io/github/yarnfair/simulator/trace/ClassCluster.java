// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import io.github.yarnfair.core.Demand;
import io.github.yarnfair.core.Offer;
import io.github.yarnfair.core.Selection;
import io.github.yarnfair.core.ShareSpace;
import io.github.yarnfair.core.ShareTree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The state of a cluster of several machine classes under a rule: what is free on each node, and
 * the share tree of queues, users and jobs, all of weight 1. A job is the pods of a user with one
 * demand and one set of classes; they start in the order of their arrival.
 */
final class ClassCluster {
  private static final int NOWHERE = -1;

  private final ClassTrace trace;
  private final ClassRule rule;
  private final ShareSpace space;
  private final ShareTree tree;
  private final Selection selection;
  private final Offer offer;
  private final long[][] free;
  private final Map<String, Integer> queues = new LinkedHashMap<>();
  private final Map<String, User> users = new LinkedHashMap<>();
  private final Map<String, Job> jobs = new LinkedHashMap<>();
  private final Map<Integer, Job> byLeaf = new HashMap<>();
  private final List<Job> ofPod = new ArrayList<>();
  private final int[] nodeOf;

  /** The jobs that have become able to start pods since the last {@link #serve}. */
  private final List<Job> awakened = new ArrayList<>();

  private record User(int handle, List<Job> jobs) {}

  /** Records the start of a pod. */
  interface Starts {
    void started(int pod);
  }

  ClassCluster(ClassTrace trace, ClassRule rule) {
    this.trace = trace;
    this.rule = rule;
    int resources = ClusterTrace.GPU + 1;
    space = new ShareSpace(rule.kind, trace.classes().size(), resources);
    tree = new ShareTree(space);
    long[] capacity = new long[space.length()];
    for (int c = 0; c < trace.classes().size(); c++) {
      System.arraycopy(trace.capacity(c), 0, capacity, space.pair(c, 0), resources);
    }
    tree.setCapacity(capacity);
    free = trace.nodes().stream().map(node -> node.amounts().clone()).toArray(long[][]::new);
    trace.pods().forEach(pod -> ofPod.add(job(pod)));
    nodeOf = new int[ofPod.size()];
    Arrays.fill(nodeOf, NOWHERE);
    selection = rule.policy().over(tree);
    offer = new Offer(space);
  }

  private Job job(ClassPod pod) {
    String userName = pod.queue() + " " + pod.user();
    String key = userName + Arrays.toString(pod.demand()) + Arrays.toString(pod.classes());
    return jobs.computeIfAbsent(
        key,
        k -> {
          User user =
              users.computeIfAbsent(userName, u -> new User(userQueue(pod), new ArrayList<>()));
          Job job = new Job(tree.addLeaf(user.handle, 1), pod, user);
          user.jobs.add(job);
          byLeaf.put(job.leaf, job);
          return job;
        });
  }

  private int userQueue(ClassPod pod) {
    int above =
        rule.tiesJobs
            ? ShareTree.ROOT
            : queues.computeIfAbsent(pod.queue(), q -> tree.addQueue(ShareTree.ROOT, 1));
    return tree.addQueue(above, 1);
  }

  ShareTree tree() {
    return tree;
  }

  /** Returns the number of jobs. */
  int jobs() {
    return jobs.size();
  }

  /** Returns the number of users. */
  int users() {
    return users.size();
  }

  /** Returns what is free on a node; not a copy. */
  long[] free(int node) {
    return free[node];
  }

  /** Returns the node that a pod runs or ran on, less than 0 if it has not started. */
  int nodeOf(int pod) {
    return nodeOf[pod];
  }

  void submit(int pod) {
    Job job = ofPod.get(pod);
    job.pending.add(pod);
    update(job.user);
  }

  /** Ends a pod; returns the node that it ran on. */
  int end(int pod) {
    Job job = ofPod.get(pod);
    int node = nodeOf[pod];
    tree.release(job.leaf, job.charge(trace.nodes().get(node).machineClass()));
    job.running--;
    add(free[node], job.demand, 1);
    update(job.user);
    return node;
  }

  /**
   * Starts pods until none fits any more.
   *
   * @param freed the nodes where something has become free since the last call
   */
  void serve(boolean[] freed, Starts starts) {
    boolean[] visited = freed;
    while (visited != null) {
      List<Job> woken = List.copyOf(awakened);
      awakened.clear();
      for (int node = 0; node < free.length; node++) {
        if (visited[node] || fitsAny(woken, node)) {
          visit(node, starts);
        }
      }
      visited = awakened.isEmpty() ? null : new boolean[free.length];
    }
  }

  private boolean fitsAny(List<Job> some, int node) {
    for (Job job : some) {
      if (job.fits(node)) {
        return true;
      }
    }
    return false;
  }

  private void visit(int node, Starts starts) {
    int machineClass = trace.nodes().get(node).machineClass();
    offer.open(space.amounts(machineClass, free[node], ShareSpace.ANY_CLASS));
    for (int leaf = next(node); leaf != ShareTree.NONE; leaf = next(node)) {
      Job job = byLeaf.get(leaf);
      if (job == null) {
        throw new IllegalStateException("no job at leaf " + leaf);
      }
      long[] charge = job.charge(machineClass);
      offer.take(charge);
      tree.charge(leaf, charge);
      add(free[node], job.demand, -1);
      int pod = job.pending.remove();
      job.running++;
      nodeOf[pod] = node;
      update(job.user);
      starts.started(pod);
    }
  }

  /** Returns the leaf of the job that is served next from the offer of a node, or NONE. */
  private int next(int node) {
    if (rule != ClassRule.PS_DSF) {
      return selection.next(offer);
    }
    int machineClass = trace.nodes().get(node).machineClass();
    Job first = null;
    for (Job job : jobs.values()) {
      boolean isBefore =
          first == null || job.virtualShare(machineClass) < first.virtualShare(machineClass);
      if (isBefore && job.fits(node)) {
        first = job;
      }
    }
    return first == null ? ShareTree.NONE : first.leaf;
  }

  private static void add(long[] to, long[] amounts, int sign) {
    for (int j = 0; j < amounts.length; j++) {
      to[j] += sign * amounts[j];
    }
  }

  /** Shows the tree which pods of a user may start. */
  private void update(User user) {
    long least = 0;
    if (rule.tiesJobs) {
      least =
          user.jobs.stream()
              .filter(job -> !job.pending.isEmpty())
              .mapToLong(job -> job.running)
              .min()
              .orElse(0);
    }
    for (Job job : user.jobs) {
      job.show(!rule.tiesJobs || job.running <= least);
    }
  }

  /**
   * Returns how much of each resource is free and could be used by pods that are pending now: by
   * placing them on the first nodes with room, as an experiment.
   */
  long[] wasted() {
    long[] wasted = new long[ClusterTrace.GPU + 1];
    long[][] room = Arrays.stream(free).map(long[]::clone).toArray(long[][]::new);
    for (Job job : jobs.values()) {
      int left = job.pending.size();
      for (int node = 0; node < room.length && left > 0; node++) {
        while (left > 0 && job.mayUse(node) && fits(job.demand, room[node])) {
          add(room[node], job.demand, -1);
          add(wasted, job.demand, 1);
          left--;
        }
      }
    }
    return wasted;
  }

  private static boolean fits(long[] demand, long[] room) {
    for (int j = 0; j < demand.length; j++) {
      if (demand[j] > room[j]) {
        return false;
      }
    }
    return true;
  }

  private final class Job {
    private final int leaf;
    private final long[] demand;
    private final int[] classes;
    private final boolean[] allowed;
    private final boolean isFixed;
    private final User user;
    private final Deque<Integer> pending = new ArrayDeque<>();
    private long running;
    private long shown;

    private Job(int leaf, ClassPod pod, User user) {
      this.leaf = leaf;
      this.user = user;
      demand = pod.demand();
      classes = pod.classes();
      isFixed = pod.isFixed();
      allowed = new boolean[trace.classes().size()];
      for (int c : classes) {
        allowed[c] = true;
      }
    }

    private long[] charge(int machineClass) {
      return space.amounts(machineClass, demand);
    }

    /** Returns the running pods by the most that a machine class could hold of them alone. */
    private double virtualShare(int machineClass) {
      double most = Double.POSITIVE_INFINITY;
      for (int j = 0; j < demand.length; j++) {
        if (demand[j] > 0) {
          most = Math.min(most, (double) tree.capacity(space.pair(machineClass, j)) / demand[j]);
        }
      }
      return running / most;
    }

    private boolean mayUse(int node) {
      return allowed[trace.nodes().get(node).machineClass()];
    }

    private boolean fits(int node) {
      return shown > 0 && mayUse(node) && ClassCluster.fits(demand, free[node]);
    }

    /** Shows the pods that may start: all, or those until it runs more than others of its user. */
    private void show(boolean mayStart) {
      long may = mayStart ? pending.size() : 0;
      if (may == shown) {
        return;
      }
      if (may > shown) {
        awakened.add(this);
      }
      shown = may;
      Demand.Builder builder = new Demand.Builder();
      for (int c : classes) {
        int reach = isFixed ? ShareSpace.FIXED : ShareSpace.ANY_CLASS;
        builder.add(space.amounts(c, demand, reach), may);
      }
      tree.setDemand(leaf, builder.build());
    }
  }
}
