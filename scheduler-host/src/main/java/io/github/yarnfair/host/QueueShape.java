// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A queue and its children, from which the configuration files of all schedulers are written: the
 * same hierarchy for each of them.
 *
 * @param name the last part of the queue's path
 * @param weight its weight among its siblings, above 0
 * @param maximum the most that it may hold, by YARN's names of resources; those that are not named
 *     are not limited
 * @param isInOrder whether a leaf queue serves its applications in the order of submission
 * @param children empty for a leaf queue
 */
public record QueueShape(
    String name,
    double weight,
    Map<String, Long> maximum,
    boolean isInOrder,
    List<QueueShape> children) {

  public QueueShape {
    if (!(weight > 0)) {
      throw new IllegalArgumentException(
          "queue " + name + ": weight must be above 0, but found " + weight);
    }
    maximum = Map.copyOf(maximum);
    children = List.copyOf(children);
  }

  /** A queue without limits that serves its applications by shares. */
  public QueueShape(String name, double weight, List<QueueShape> children) {
    this(name, weight, Map.of(), false, children);
  }

  /** The root queue over {@code children}. */
  public static QueueShape root(QueueShape... children) {
    return new QueueShape("root", 1, List.of(children));
  }

  /** A queue; without {@code children} it is a leaf. */
  public static QueueShape queue(String name, double weight, QueueShape... children) {
    return new QueueShape(name, weight, List.of(children));
  }

  public boolean isLeaf() {
    return children.isEmpty();
  }

  /** Full paths of all leaf queues, in order; this queue is taken to be at {@code path}. */
  public List<String> leafPaths(String path) {
    if (isLeaf()) {
      return List.of(path);
    }
    List<String> paths = new ArrayList<>();
    children.forEach(child -> paths.addAll(child.leafPaths(path + "." + child.name())));
    return paths;
  }
}
