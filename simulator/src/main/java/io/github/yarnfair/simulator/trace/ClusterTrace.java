/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.simulator.trace;

import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.workload.OpenbTrace;
import io.github.yarnfair.simulator.workload.ReadJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * The nodes of a cluster and the pods that arrive there.
 *
 * <p>Resources are MiB of memory, thousandths of a CPU and whole GPUs, in this order. A pod that
 * needs part of a GPU counts as one that needs all of it: pods share a GPU only if it is the same
 * device, and a node's amounts are sums over its devices, in which three pods of 0.6 would fit two
 * GPUs. YARN counts GPUs in the same way.
 *
 * @param nodes what each node has
 * @param pods in the order of arrival
 */
public record ClusterTrace(List<long[]> nodes, List<TracePod> pods) {
  /** The index of memory, in MiB. */
  public static final int MEMORY = 0;

  /** The index of CPUs, in thousandths. */
  public static final int CPU = 1;

  /** The index of GPUs. */
  public static final int GPU = 2;

  private static final int RESOURCES = 3;
  private static final long MILLIS = 1_000;

  /** Copies the lists and sorts the pods. */
  public ClusterTrace {
    nodes = List.copyOf(nodes);
    pods = pods.stream().sorted(Comparator.comparingLong(TracePod::arrival)).toList();
  }

  /**
   * Reads a trace in the format of "openb", of Alibaba's clusterdata, cluster-trace-gpu-v2023.
   *
   * @param nodes sn, cpu_milli, memory_mib, gpu, and more
   * @param pods name, cpu_milli, memory_mib, num_gpu, gpu_milli, gpu_spec, qos, pod_phase,
   *     creation_time, deletion_time, and more; times in seconds
   * @throws IOException if a file cannot be read, or a line is not of that form
   */
  public static ClusterTrace read(Path nodes, Path pods) throws IOException {
    OpenbTrace trace = OpenbTrace.read(nodes, pods);
    List<TracePod> podsRead = new ArrayList<>();
    for (ReadJob pod : trace.pods()) {
      TaskGroup task = pod.groups().get(0);
      podsRead.add(
          new TracePod(pod.queue(), task.demand(), pod.submitMillis(), task.durationMillis()));
    }
    return new ClusterTrace(trace.nodes().stream().map(RunNode::capacity).toList(), podsRead);
  }

  /** Returns the sum of all nodes. */
  public long[] capacity() {
    long[] capacity = new long[RESOURCES];
    nodes.forEach(node -> Arrays.setAll(capacity, j -> capacity[j] + node[j]));
    return capacity;
  }

  /**
   * Returns endless pods, drawn from this trace with replacement, of which each arrives up to two
   * seconds after the one before, until they ask for a part of all GPUs; and the nodes in a random
   * order, since the first fit of openb's order, in which nodes without a GPU come first, would be
   * of that order's doing.
   */
  public ClusterTrace inflated(double part, Random random) {
    List<TracePod> drawn = new ArrayList<>();
    double wanted = part * capacity()[GPU];
    long now = 0;
    for (long asked = 0; asked < wanted; asked += drawn.get(drawn.size() - 1).gpus()) {
      now += 1 + random.nextInt((int) (2 * MILLIS));
      drawn.add(pods.get(random.nextInt(pods.size())).at(now, TracePod.ENDLESS));
    }
    return new ClusterTrace(shuffled(random), drawn);
  }

  /**
   * Returns this trace with several copies of each pod, each moved by up to a day of the trace, and
   * all arrivals closer together, and with the nodes in a random order. Durations stay. The first
   * hundredth of the pods, which is thinly spread over most of the time of openb, arrives with the
   * pod that follows it.
   *
   * @param copies how many pods take the place of each
   * @param compression by which times between arrivals are divided
   */
  public ClusterTrace loaded(int copies, int compression, Random random) {
    int day = (int) (86_400 * MILLIS);
    long begin = pods.get(pods.size() / 100).arrival();
    List<TracePod> loaded = new ArrayList<>();
    for (TracePod pod : pods) {
      for (int i = 0; i < copies; i++) {
        long since = Math.max(0, pod.arrival() - begin) + random.nextInt(day);
        loaded.add(pod.at(since / compression, pod.duration()));
      }
    }
    return new ClusterTrace(shuffled(random), loaded);
  }

  private List<long[]> shuffled(Random random) {
    List<long[]> shuffled = new ArrayList<>(nodes);
    Collections.shuffle(shuffled, random);
    return shuffled;
  }
}
