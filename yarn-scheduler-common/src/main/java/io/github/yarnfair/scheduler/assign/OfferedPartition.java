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
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.core.Offer;
import io.github.yarnfair.core.nodes.NodeIndex;
import io.github.yarnfair.core.nodes.NodeScore;
import io.github.yarnfair.scheduler.model.ClusterNode;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of one partition of the cluster that have reported, by number, and the offer of what is
 * free on those with room. A request is for one partition, so that each has an offer of its own.
 */
final class OfferedPartition {
  private final String partition;
  private final NodeIndex index;
  private final Offer offer;

  private final Map<ClusterNode, Integer> numbers = new HashMap<>();
  private @Nullable ClusterNode[] nodes = new ClusterNode[16];
  private long[] reported = new long[16];
  private final Deque<Integer> unused = new ArrayDeque<>();

  OfferedPartition(String partition, int resourceCount, NodeScore score) {
    this.partition = partition;
    index = new NodeIndex(resourceCount, score);
    offer = new Offer(resourceCount);
  }

  String partition() {
    return partition;
  }

  /** Returns the nodes with room, by number. */
  NodeIndex index() {
    return index;
  }

  /** Returns the offer of all nodes with room. Not a copy. */
  Offer offer() {
    return offer;
  }

  /**
   * Opens the offer, with no application skipped.
   *
   * @param turns the total of the node that may wait, of each resource that is not exhausted on it
   */
  void open(long[] turns) {
    index.beginPass();
    offer.open(index, turns);
  }

  /**
   * Takes in that a node has reported.
   *
   * @param total what it has
   * @param available what of it may be given to tasks
   * @param now the scheduler's clock, in milliseconds
   */
  void report(ClusterNode node, long[] total, long[] available, long now) {
    int number = numbers.computeIfAbsent(node, this::add);
    reported[number] = now;
    index.put(number, total, available);
  }

  private int add(ClusterNode node) {
    int number = unused.isEmpty() ? numbers.size() : unused.pop();
    if (number == nodes.length) {
      nodes = Arrays.copyOf(nodes, 2 * number);
      reported = Arrays.copyOf(reported, 2 * number);
    }
    nodes[number] = node;
    return number;
  }

  /** Removes a node, if it is known. */
  void remove(ClusterNode node) {
    Integer number = numbers.remove(node);
    if (number != null) {
      index.remove(number);
      nodes[number] = null;
      unused.push(number);
    }
  }

  /** Returns the number of a node, or {@link NodeIndex#NONE} if it is not known here. */
  int number(ClusterNode node) {
    return numbers.getOrDefault(node, NodeIndex.NONE);
  }

  ClusterNode node(int number) {
    return Objects.requireNonNull(nodes[number]);
  }

  /** Returns when a node reported, in milliseconds. */
  long reported(int number) {
    return reported[number];
  }
}
