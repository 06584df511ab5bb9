// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import io.github.yarnfair.core.tree.Demand;
import java.util.List;

/**
 * Receives the events of a recording in their order. Arrays are reused for later events, except
 * where a method states otherwise. A method may throw {@link IllegalArgumentException} or {@link
 * IllegalStateException} if an event does not fit those before: the reader says where it is. An
 * {@link java.io.UncheckedIOException} ends the reading and is passed on as it is.
 */
public interface RecordingVisitor {
  /**
   * Precedes each other call.
   *
   * @param offset of the event in the file, in bytes
   * @param millis when it came
   */
  default void at(long offset, long millis) {}

  /** A snapshot begins: what was before counts no more. */
  default void snapshot(SnapshotHead head) {}

  /**
   * The nodes of the share tree, but the root: parents and elder siblings first.
   *
   * @param bound of the handles
   * @param free handles that are not in use; the last one is given out first. A new array
   * @param nodes handle and parent of each node, in turn. A new array
   * @param leaves whether each of the nodes is a leaf. A new array
   */
  default void tree(int bound, int[] free, int[] nodes, boolean[] leaves) {}

  /** All of the snapshot was told. */
  default void snapshotEnds() {}

  /** A node was added to the share tree. */
  default void added(int node, int parent, boolean isLeaf, double weight) {}

  /** A node was removed. */
  default void removed(int node) {}

  /** A node was moved below another parent. */
  default void moved(int node, int parent) {}

  /** A node's weights. */
  default void weights(int node, double[] weights) {}

  /**
   * An epoch of the balances has ended; the weights that it has changed follow.
   *
   * @param onlyContended whether a balance changes only while siblings compete for the resource
   */
  default void epochEnds(long halfLifeMillis, boolean onlyContended) {}

  /** A node's limit, or that it has none. */
  default void limit(int node, boolean isPassable, long[] limit) {}

  /** Whether a queue serves its leaves in order. */
  default void inOrder(int queue, boolean isInOrder) {}

  /** A leaf's place in such a queue. */
  default void rank(int leaf, int priority, long submission) {}

  /** A leaf was charged equal tasks. */
  default void charged(int leaf, long[] task, long count) {}

  /** A leaf has released a task. */
  default void released(int leaf, long[] task) {}

  /** A leaf's pending tasks. */
  default void demand(int leaf, Demand demand) {}

  /** What shares are measured by. */
  default void capacity(long[] amounts) {}

  /** The distinct totals of nodes; new arrays. */
  default void nodeShapes(List<long[]> shapes) {}

  /** A leaf was selected. */
  default void decided(RecordedDecision decision) {}

  /**
   * In the next decision the policy reads the whole tree again that does so from time to time.
   *
   * @param asked how often it has asked whether to, since the last time
   */
  default void looked(long asked) {}

  /** An index of nodes, which is empty. */
  default void index(int index, int machineClass, int resources) {}

  /** A node of an index has these amounts. */
  default void put(int index, int node, long[] total, long[] free) {}

  /** A node has left an index. */
  default void takenOut(int index, int node) {}

  /** What the scores of an index are relative to. */
  default void scores(int index, long[] clusterTotal, Demand pending) {}

  /**
   * A node was chosen for a task.
   *
   * @param refused nodes that did not accept the task
   * @param node the chosen one, −1 if there is none
   */
  default void chosen(int index, long[] task, int[] refused, int node) {}

  /** A node was chosen for a task among some. */
  default void chosenAmong(int index, long[] task, int[] candidates, int node) {}

  /** A node of the share tree is a queue. */
  default void queue(int node, String path) {}

  /** A leaf of the share tree is an application. */
  default void application(int leaf, long cluster, int id, String user, String queue) {}

  /** A node of the cluster has come, or changed. */
  default void node(int number, String name, String machineClass, long[] total) {}

  /** A node of the cluster has gone. */
  default void nodeGone(int number) {}

  /** A container has started, maybe earlier: at a time in milliseconds. */
  default void container(
      int leaf, int attempt, long id, int node, boolean isMaster, long millis, long[] amounts) {}

  /** A container has ended. */
  default void containerEnded(int leaf, int attempt, long id, int exitStatus) {}

  /** How the queues are configured. */
  default void queueFile(String source, String text) {}

  /** The recording was ended by its scheduler. */
  default void ends() {}
}
