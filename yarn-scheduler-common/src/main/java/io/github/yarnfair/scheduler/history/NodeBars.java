// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.history;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.github.yarnfair.scheduler.model.ClusterNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;

/**
 * Which containers ran on some of the nodes, and when: of at most {@link #MOST_NODES} nodes, spread
 * evenly over the machine classes, the {@link #MOST_BARS} containers that were preempted or ran
 * longest, and how many ran at each sample. A container that comes and goes between two samples has
 * no bar. Any thread.
 */
final class NodeBars {
  static final int MOST_NODES = 40;
  static final int MOST_BARS = 200;

  private static final Comparator<Bar> MOST_TELLING =
      Comparator.comparing(Bar::preempted).thenComparing(Bar::length).reversed();

  /** In the order in which they are shown. */
  @GuardedBy("this")
  private Map<NodeId, Line> lines = new LinkedHashMap<>();

  /**
   * A container on a node.
   *
   * @param queue full path
   * @param start in milliseconds since 1970
   * @param end the same; now if it runs
   */
  record Bar(String queue, long start, long end, boolean preempted) {
    long length() {
      return end - start;
    }
  }

  /**
   * A node with its bars.
   *
   * @param running how many containers ran at the time of each sample
   */
  record NodeLine(String name, List<Bar> bars, Map<Long, Integer> running) {}

  private static final class Line {
    private Map<ContainerId, RMContainer> running = new HashMap<>();
    private final List<Bar> ended = new ArrayList<>();
    private final TreeMap<Long, Integer> counts = new TreeMap<>();

    void update(ClusterNode node, long now, long oldest) {
      Map<ContainerId, RMContainer> current = new HashMap<>();
      for (RMContainer container : node.getCopiedListOfRunningContainers()) {
        current.put(container.getContainerId(), container);
      }
      running.forEach(
          (id, container) -> {
            if (!current.containsKey(id)) {
              ended.add(ended(container, now));
            }
          });
      running = current;
      counts.put(now, current.size());
      counts.headMap(oldest).clear();
      ended.removeIf(bar -> bar.end() < oldest);
      if (ended.size() > MOST_BARS) {
        ended.sort(MOST_TELLING);
        ended.subList(MOST_BARS, ended.size()).clear();
      }
    }

    private static Bar ended(RMContainer container, long now) {
      long finished = container.getFinishTime();
      return new Bar(
          container.getQueueName(),
          container.getCreationTime(),
          finished > 0 ? finished : now,
          container.getContainerExitStatus() == ContainerExitStatus.PREEMPTED);
    }

    NodeLine read(String name, long now) {
      return new NodeLine(name, bars(now), Map.copyOf(counts));
    }

    private List<Bar> bars(long now) {
      List<Bar> all = new ArrayList<>(ended);
      for (RMContainer container : running.values()) {
        all.add(new Bar(container.getQueueName(), container.getCreationTime(), now, false));
      }
      all.sort(MOST_TELLING);
      return List.copyOf(all.subList(0, Math.min(MOST_BARS, all.size())));
    }
  }

  /**
   * Looks at the nodes.
   *
   * @param now in milliseconds since 1970
   * @param oldest what ended before is forgotten
   */
  synchronized void update(List<ClusterNode> nodes, long now, long oldest) {
    Map<NodeId, Line> shown = new LinkedHashMap<>();
    for (ClusterNode node : choose(nodes)) {
      Line line = lines.getOrDefault(node.getNodeID(), new Line());
      line.update(node, now, oldest);
      shown.put(node.getNodeID(), line);
    }
    lines = shown;
  }

  private static List<ClusterNode> choose(List<ClusterNode> nodes) {
    List<ClusterNode> sorted =
        nodes.stream()
            .sorted(
                Comparator.comparing(ClusterNode::machineClass)
                    .thenComparing(ClusterNode::getNodeID))
            .toList();
    int count = Math.min(MOST_NODES, sorted.size());
    List<ClusterNode> chosen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      chosen.add(sorted.get((int) ((long) i * sorted.size() / count)));
    }
    return chosen;
  }

  synchronized List<NodeLine> lines(long now) {
    return lines.entrySet().stream()
        .map(entry -> entry.getValue().read(entry.getKey().toString(), now))
        .toList();
  }
}
