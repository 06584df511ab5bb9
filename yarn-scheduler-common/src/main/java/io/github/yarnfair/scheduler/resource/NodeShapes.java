// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.resource;

import io.github.yarnfair.core.tree.Amounts;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.thirdparty.com.google.common.math.LongMath;

/**
 * The distinct total resources of the registered nodes by machine class, and how many nodes have
 * each: enough to tell whether any node could ever hold a request, in O(distinct totals), not
 * O(nodes). Classes are known by their names, which outlive the numbers of one version of the
 * queues.
 */
public final class NodeShapes {
  /** A buffer, because it compares by content, which an array does not. */
  private final Map<String, Map<LongBuffer, Integer>> byClass = new HashMap<>();

  private long changes;

  /** Returns a copy that does not follow this one. */
  public NodeShapes copy() {
    NodeShapes copy = new NodeShapes();
    byClass.forEach((name, nodes) -> copy.byClass.put(name, new LinkedHashMap<>(nodes)));
    copy.changes = changes;
    return copy;
  }

  /** Returns the totals of the nodes of a class, one for each node, equal ones side by side. */
  public List<long[]> nodes(String machineClass) {
    List<long[]> nodes = new ArrayList<>();
    of(machineClass)
        .forEach((total, count) -> nodes.addAll(Collections.nCopies(count, total.array())));
    return nodes;
  }

  /** Counts a node; returns true if it is the first of its kind in its class. */
  public boolean add(String machineClass, long[] total) {
    Map<LongBuffer, Integer> nodes =
        byClass.computeIfAbsent(machineClass, any -> new LinkedHashMap<>());
    boolean isNew = nodes.merge(LongBuffer.wrap(total), 1, Integer::sum) == 1;
    changes += isNew ? 1 : 0;
    return isNew;
  }

  /** Counts a number of equal nodes, at least one. */
  public void add(String machineClass, long[] total, int count) {
    add(machineClass, total);
    of(machineClass).merge(LongBuffer.wrap(total), count - 1, Integer::sum);
  }

  /** Removes a node. */
  public void remove(String machineClass, long[] total) {
    Map<LongBuffer, Integer> nodes = of(machineClass);
    if (nodes.isEmpty()) {
      return;
    }
    int kinds = nodes.size();
    nodes.computeIfPresent(LongBuffer.wrap(total), (s, count) -> count == 1 ? null : count - 1);
    changes += kinds - nodes.size();
    if (nodes.isEmpty()) {
      byClass.remove(machineClass);
    }
  }

  private Map<LongBuffer, Integer> of(String machineClass) {
    return byClass.getOrDefault(machineClass, Map.of());
  }

  /** Returns the number of times that a distinct total was added or removed. */
  public long changes() {
    return changes;
  }

  /** Returns the distinct totals of a class. */
  public List<long[]> totals(String machineClass) {
    return of(machineClass).keySet().stream().map(LongBuffer::array).toList();
  }

  /** Adds what the nodes of a class have together, from an offset on. */
  public void addSum(String machineClass, long[] to, int offset) {
    of(machineClass)
        .forEach(
            (total, count) -> {
              for (int j = 0; j < total.capacity(); j++) {
                to[offset + j] += total.get(j) * count;
              }
            });
  }

  /** Returns whether no node is registered. */
  public boolean isEmpty() {
    return byClass.isEmpty();
  }

  /** Returns the classes that have nodes. */
  public Collection<String> classes() {
    return byClass.keySet();
  }

  /** Returns whether some node of a class is large enough, were it empty. */
  public boolean canHold(String machineClass, long[] vector) {
    for (LongBuffer shape : of(machineClass).keySet()) {
      if (Amounts.fits(vector, shape.array())) {
        return true;
      }
    }
    return false;
  }

  /** Returns how many containers of a size the nodes of a class could hold, were they empty. */
  public long most(String machineClass, long[] vector) {
    long most = 0;
    for (Map.Entry<LongBuffer, Integer> nodes : of(machineClass).entrySet()) {
      long onOne = Long.MAX_VALUE;
      for (int j = 0; j < vector.length; j++) {
        onOne = vector[j] > 0 ? Math.min(onOne, nodes.getKey().get(j) / vector[j]) : onOne;
      }
      most = LongMath.saturatedAdd(most, LongMath.saturatedMultiply(onOne, nodes.getValue()));
    }
    return most;
  }

  /** Names each kind of node of a class for a person: {@code 2 x <memory:8192, vCores:4>}. */
  public String describe(String machineClass, ResourceVectors vectors) {
    return of(machineClass).entrySet().stream()
        .map(e -> e.getValue() + " x " + vectors.toResource(e.getKey().array()))
        .collect(Collectors.joining(", "));
  }
}
