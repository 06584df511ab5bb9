// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import io.github.yarnfair.simulator.workload.OpenbTrace;
import io.github.yarnfair.simulator.workload.ReadJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A trace whose nodes are of several machine classes, their GPU models, and whose pods may name the
 * models that they run on.
 *
 * @param classes the models; the nodes without a GPU are the class ""
 * @param nodes the nodes
 * @param pods the pods, in the order of their arrival
 */
record ClassTrace(List<String> classes, List<Node> nodes, List<ClassPod> pods) {
  /**
   * A node.
   *
   * @param machineClass the number of its class
   * @param amounts what it has, in the units of {@link ClusterTrace}
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Node(int machineClass, long[] amounts) {}

  /** Copies the lists and sorts the pods. */
  ClassTrace {
    classes = List.copyOf(classes);
    nodes = List.copyOf(nodes);
    pods = pods.stream().sorted(Comparator.comparingLong(ClassPod::arrival)).toList();
  }

  /**
   * Reads a trace in the format of "openb". A pod that names no model may run on any node with a
   * GPU, or on any node if it needs none. All pods of a queue are of one user; all arrive at 0.
   *
   * @param nodes the node's GPU model is the fifth column
   * @param pods gpu_spec names one model or several, with | between them
   * @throws IOException if a file cannot be read, a line is not of that form, or a pod names models
   *     that no node has
   */
  static ClassTrace read(Path nodes, Path pods) throws IOException {
    List<String> classes = new ArrayList<>();
    List<Node> nodesRead = new ArrayList<>();
    OpenbTrace trace = OpenbTrace.read(nodes, pods);
    for (RunNode node : trace.nodes()) {
      if (!classes.contains(node.machineClass())) {
        classes.add(node.machineClass());
      }
      nodesRead.add(new Node(classes.indexOf(node.machineClass()), node.capacity()));
    }
    int[] all = IntStream.range(0, classes.size()).toArray();
    int[] withGpu = Arrays.stream(all).filter(c -> !classes.get(c).isEmpty()).toArray();
    List<ClassPod> podsRead = new ArrayList<>();
    for (ReadJob pod : trace.pods()) {
      long[] demand = pod.groups().get(0).demand();
      String spec = pod.groups().get(0).machineClass();
      int[] any = demand[ClusterTrace.GPU] > 0 ? withGpu : all;
      int[] allowed = spec.isEmpty() ? any : named(spec, classes);
      if (allowed.length == 0) {
        throw pod.where().refuse("\"" + spec + "\"", "one of " + classes);
      }
      podsRead.add(new ClassPod(pod.queue(), 0, demand, allowed, 0, 1));
    }
    return new ClassTrace(classes, nodesRead, podsRead);
  }

  private static int[] named(String spec, List<String> classes) {
    return Arrays.stream(spec.split("\\|"))
        .mapToInt(classes::indexOf)
        .filter(machineClass -> machineClass >= 0)
        .distinct()
        .sorted()
        .toArray();
  }

  /** Returns what the nodes of a class have together. */
  long[] capacity(int machineClass) {
    long[] capacity = new long[ClusterTrace.GPU + 1];
    for (Node node : nodes) {
      if (node.machineClass() == machineClass) {
        Arrays.setAll(capacity, j -> capacity[j] + node.amounts()[j]);
      }
    }
    return capacity;
  }

  /** Returns a queue of weight 1 for each queue of the pods, in the order of arrival. */
  RunQueue queues() {
    return ClusterTrace.queues(pods.stream().map(ClassPod::queue));
  }

  /** Returns the nodes, and a job for each pod, which does not say on which classes it may run. */
  Workload workload() {
    List<RunNode> runNodes = new ArrayList<>();
    for (Node node : nodes) {
      String machineClass = classes.get(node.machineClass());
      runNodes.add(
          new RunNode(runNodes.size(), "n" + runNodes.size(), machineClass, node.amounts()));
    }
    List<RunJob> jobs = new ArrayList<>();
    for (ClassPod pod : pods) {
      TaskGroup task = new TaskGroup(1, pod.demand(), pod.duration(), "");
      String queue = ClusterTrace.path(pod.queue());
      String user = Integer.toString(pod.user());
      int index = jobs.size();
      jobs.add(
          new RunJob(
              index, "p" + index, queue, user, pod.arrival(), List.of(task), user + pod.job()));
    }
    return new Workload(ClusterTrace.RESOURCE_NAMES, runNodes, jobs);
  }

  /** Returns what all nodes have of a resource. */
  long total(int resource) {
    return nodes.stream().mapToLong(node -> node.amounts()[resource]).sum();
  }

  /**
   * Returns this trace with several copies of each pod, which arrive at random within a window and
   * run for 10 to 100 seconds, as in the UDRF paper's simulation; with each job (the pods of a
   * queue with one demand and one set of classes) given to a random user of its queue; and with the
   * nodes in a random order.
   *
   * @param copies how many pods take the place of each
   * @param window in milliseconds
   * @param users how many users each queue has
   */
  ClassTrace loaded(int copies, int window, int users, Random random) {
    Map<String, Integer> userOf = new HashMap<>();
    List<ClassPod> loaded = new ArrayList<>();
    for (ClassPod pod : pods) {
      int user = userOf.computeIfAbsent(pod.queue() + pod.job(), job -> random.nextInt(users));
      for (int i = 0; i < copies; i++) {
        loaded.add(pod.of(user).at(random.nextInt(window), 10_000L + random.nextInt(90_000)));
      }
    }
    List<Node> shuffled = new ArrayList<>(nodes);
    Collections.shuffle(shuffled, random);
    return new ClassTrace(classes, shuffled, loaded);
  }
}
