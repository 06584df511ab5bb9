// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * When nodes report: each once a second, evenly spread and in a random order that stays. Only
 * reports of marked nodes are of interest; the others are passed over.
 */
public final class HeartbeatOrder {
  private static final long INTERVAL_MILLIS = 1_000;

  private final int[] nodeAt;
  private final int[] positionOf;
  private final BitSet marked;

  /** The number of the next report since time 0. */
  private long next;

  /** Creates an order of nodes, none of them marked. */
  public HeartbeatOrder(int nodes, Random random) {
    List<Integer> order = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      order.add(node);
    }
    Collections.shuffle(order, random);
    nodeAt = order.stream().mapToInt(Integer::intValue).toArray();
    positionOf = new int[nodes];
    for (int position = 0; position < nodes; position++) {
      positionOf[nodeAt[position]] = position;
    }
    marked = new BitSet(nodes);
  }

  /** Marks a node: its next report is of interest. */
  public void mark(int node) {
    marked.set(positionOf[node]);
  }

  /** Returns whether a node is marked. */
  public boolean isMarked(int node) {
    return marked.get(positionOf[node]);
  }

  /** Passes over the reports before a time, in milliseconds. */
  public void skipTo(long now) {
    next = Math.max(next, (now * nodeAt.length + INTERVAL_MILLIS - 1) / INTERVAL_MILLIS);
  }

  /** Returns when the next marked node reports; {@link Long#MAX_VALUE} if none is marked. */
  public long nextTime() {
    return marked.isEmpty() ? Long.MAX_VALUE : nextNumber() * INTERVAL_MILLIS / nodeAt.length;
  }

  /** Returns the marked node that reports next, and takes the mark from it. */
  public int take() {
    long number = nextNumber();
    int position = (int) (number % nodeAt.length);
    marked.clear(position);
    next = number + 1;
    return nodeAt[position];
  }

  private long nextNumber() {
    int from = (int) (next % nodeAt.length);
    int position = marked.nextSetBit(from);
    return position >= 0
        ? next + position - from
        : next + nodeAt.length - from + marked.nextSetBit(0);
  }
}
