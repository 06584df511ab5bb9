// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.run;

import java.util.List;
import java.util.stream.Stream;

/**
 * A queue of a run with everything below it.
 *
 * @param path full path; that of the queue above all others is {@link #ROOT}
 * @param weight among its siblings, above 0
 * @param maximum the most that the queue may hold of each resource of {@link Workload#resources},
 *     {@link #UNLIMITED} where it is not limited; empty if no resource is
 * @param inOrder whether a leaf queue serves its jobs one after the other, not by shares
 * @param users how a leaf queue divides its share
 * @param creates whether queues below it are created for jobs that name them; then it is no leaf
 * @param children empty for a leaf queue
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RunQueue(
    String path,
    double weight,
    long[] maximum,
    boolean inOrder,
    RunUsers users,
    boolean creates,
    List<RunQueue> children) {
  /** The path of the queue above all others. */
  public static final String ROOT = "root";

  /** An amount that limits nothing. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  public RunQueue {
    if (!(weight > 0)) {
      throw new IllegalArgumentException(path + ": weight " + weight + ": expected above 0");
    }
    children = List.copyOf(children);
  }

  /** Returns a queue without limits; without children it is a leaf queue. */
  public static RunQueue of(String path, double weight, RunQueue... children) {
    return new RunQueue(path, weight, new long[0], false, RunUsers.NONE, false, List.of(children));
  }

  /** Returns whether jobs run in this queue. */
  public boolean isLeaf() {
    return children.isEmpty() && !creates;
  }

  /** Returns the last part of the path. */
  public String name() {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  /** Returns this queue and all below it, parents before their children. */
  public Stream<RunQueue> subtree() {
    return Stream.concat(Stream.of(this), children.stream().flatMap(RunQueue::subtree));
  }

  /** Returns the leaf queues, in order. */
  public List<RunQueue> leaves() {
    return subtree().filter(RunQueue::isLeaf).toList();
  }

  /** Returns the same queue with other queues below it. */
  public RunQueue with(List<RunQueue> others) {
    return new RunQueue(path, weight, maximum, inOrder, users, creates, others);
  }
}
