// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.simulator.engine.EventLoop;
import io.github.yarnfair.simulator.engine.LiveJob;
import io.github.yarnfair.simulator.engine.Placing;
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
final class ClassCluster implements Placing {
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
  private final boolean[] freed;

  /** The jobs that have become able to start pods since the last {@link #serve}. */
  private final List<Job> awakened = new ArrayList<>();

  private record User(int handle, List<Job> jobs) {}

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
    freed = new boolean[free.length];
    selection = rule.policy().over(tree);
    offer = new Offer(space);
  }

  private Job job(ClassPod pod) {
    String userName = pod.queue() + " " + pod.user();
    return jobs.computeIfAbsent(
        userName + pod.job(),
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

  @Override
  public void submitted(LiveJob pod, long now) {
    Job job = ofPod.get(pod.job().index());
    job.pending.add(pod);
    update(job.user);
  }

  @Override
  public void ended(LiveJob pod, int group, int task, int node, long now) {
    Job job = ofPod.get(pod.job().index());
    tree.release(job.leaf, job.charge(trace.nodes().get(node).machineClass()));
    job.running--;
    add(free[node], job.demand, 1);
    update(job.user);
    freed[node] = true;
  }

  /** Starts pods until none fits any more, all at this time. */
  @Override
  public void serve(long now, EventLoop loop) {
    boolean[] visited = freed;
    while (visited != null) {
      List<Job> woken = List.copyOf(awakened);
      awakened.clear();
      for (int node = 0; node < free.length; node++) {
        if (visited[node] || fitsAny(woken, node)) {
          visit(node, now, loop);
        }
      }
      Arrays.fill(freed, false);
      visited = awakened.isEmpty() ? null : freed;
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

  private void visit(int node, long now, EventLoop loop) {
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
      LiveJob pod = job.pending.remove();
      job.running++;
      update(job.user);
      loop.start(now, pod, 0, node);
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
    private final Deque<LiveJob> pending = new ArrayDeque<>();
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
