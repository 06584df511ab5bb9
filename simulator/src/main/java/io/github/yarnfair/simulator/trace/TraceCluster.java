// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import io.github.yarnfair.core.Demand;
import io.github.yarnfair.core.Offer;
import io.github.yarnfair.core.Selection;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.hdrf.HdrfPolicy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The state of a cluster on which the pods of a trace run: what is free on each node, and the share
 * tree. Below the root is one queue for each queue of the trace, below it one application for each
 * demand vector, all of weight 1; an application's pods start in the order of their arrival.
 */
final class TraceCluster {
  private final ClusterTrace trace;
  private final ShareTree tree;
  private final Selection selection;
  private final long[][] free;
  private final long[] largest;
  private final Map<String, Integer> queues = new LinkedHashMap<>();
  private final Map<String, Application> byDemand = new LinkedHashMap<>();
  private final Map<Integer, Application> byLeaf = new HashMap<>();
  private final List<Application> ofPod = new ArrayList<>();
  private final int[] nodeOf;

  /** Number of running pods, by node and by the pod's number of GPUs. */
  private final int[][] podsByGpus;

  /** The pods of one demand vector in one queue. */
  private record Application(int leaf, Demand one, Deque<Integer> pending) {}

  TraceCluster(ClusterTrace trace) {
    this.trace = trace;
    long[] capacity = trace.capacity();
    tree = new ShareTree(capacity.length);
    tree.setCapacity(capacity);
    tree.setNodeShapes(trace.nodes());
    free = trace.nodes().stream().map(long[]::clone).toArray(long[][]::new);
    largest = new long[capacity.length];
    trace.nodes().forEach(node -> Arrays.setAll(largest, j -> Math.max(largest[j], node[j])));
    trace.pods().forEach(pod -> ofPod.add(application(pod)));
    nodeOf = new int[ofPod.size()];
    int most = trace.pods().stream().mapToInt(TracePod::gpus).max().orElse(0);
    podsByGpus = new int[free.length][most + 1];
    selection = new HdrfPolicy().over(tree);
  }

  private Application application(TracePod pod) {
    String key = pod.queue() + Arrays.toString(pod.demand());
    Application known = byDemand.get(key);
    if (known != null) {
      return known;
    }
    int queue = queues.computeIfAbsent(pod.queue(), q -> tree.addQueue(ShareTree.ROOT, 1));
    int leaf = tree.addLeaf(queue, 1);
    Application added = new Application(leaf, Demand.of(pod.demand(), 1), new ArrayDeque<>());
    byDemand.put(key, added);
    byLeaf.put(leaf, added);
    return added;
  }

  ShareTree tree() {
    return tree;
  }

  int nodes() {
    return free.length;
  }

  /** Returns what a node has. */
  long[] total(int node) {
    return trace.nodes().get(node);
  }

  /** Returns what is free on a node; not a copy. */
  long[] free(int node) {
    return free[node];
  }

  /** Returns the most that a node has of a resource. */
  long largest(int resource) {
    return largest[resource];
  }

  /** Returns how many pods with a number of GPUs run on a node. */
  int podsOn(int node, int gpus) {
    return podsByGpus[node][gpus];
  }

  /** Returns how many numbers of GPUs, of at least 1, the pods on a node have. */
  int kindsOn(int node) {
    int kinds = 0;
    for (int gpus = 1; gpus < podsByGpus[node].length; gpus++) {
      kinds += podsByGpus[node][gpus] > 0 ? 1 : 0;
    }
    return kinds;
  }

  /** Returns the handles of the queues. */
  Iterable<Integer> queues() {
    return queues.values();
  }

  /** Returns the leaf of a pod's application. */
  int leaf(int pod) {
    return ofPod.get(pod).leaf;
  }

  void submit(int pod) {
    Application application = ofPod.get(pod);
    application.pending.add(pod);
    show(application);
  }

  /** Returns the application that is served next; {@link ShareTree#NONE}. */
  int next(Offer offer) {
    return selection.next(offer);
  }

  /** Returns what a pod of an application needs. */
  long[] demand(int leaf) {
    return application(leaf).one.vector(0);
  }

  /** Starts the longest waiting pod of an application; returns the pod. */
  int start(int leaf, int node) {
    Application application = application(leaf);
    int pod = application.pending.remove();
    show(application);
    long[] demand = trace.pods().get(pod).demand();
    tree.charge(leaf, demand);
    change(node, demand, -1);
    nodeOf[pod] = node;
    podsByGpus[node][trace.pods().get(pod).gpus()]++;
    return pod;
  }

  /** Ends a pod; returns the node that it ran on. */
  int end(int pod) {
    long[] demand = trace.pods().get(pod).demand();
    tree.release(leaf(pod), demand);
    change(nodeOf[pod], demand, 1);
    podsByGpus[nodeOf[pod]][trace.pods().get(pod).gpus()]--;
    return nodeOf[pod];
  }

  /** Returns the pending pods of all applications. */
  Demand pending() {
    Demand.Builder all = new Demand.Builder();
    for (Application application : byDemand.values()) {
      all.add(application.one.vector(0), application.pending.size());
    }
    return all.build();
  }

  /** Returns the pods of all applications, those that are pending and those that run. */
  Demand workload() {
    Demand.Builder all = new Demand.Builder();
    for (Application application : byDemand.values()) {
      Demand running = tree.held(application.leaf);
      long count = running.isEmpty() ? 0 : running.tasks(0);
      all.add(application.one.vector(0), application.pending.size() + count);
    }
    return all.build();
  }

  /** Returns all pods of the trace, as if all were pending. */
  Demand mix() {
    Demand.Builder all = new Demand.Builder();
    trace.pods().forEach(pod -> all.add(pod.demand(), 1));
    return all.build();
  }

  private Application application(int leaf) {
    Application application = byLeaf.get(leaf);
    if (application == null) {
      throw new IllegalArgumentException("no application at leaf " + leaf);
    }
    return application;
  }

  private void show(Application application) {
    int count = application.pending.size();
    tree.setDemand(application.leaf, Demand.of(application.one.vector(0), count));
  }

  private void change(int node, long[] demand, int sign) {
    for (int j = 0; j < demand.length; j++) {
      free[node][j] += sign * demand[j];
    }
  }
}
