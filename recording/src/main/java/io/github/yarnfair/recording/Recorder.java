// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import io.github.yarnfair.core.nodes.NodeIndex;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a scheduler tells of its decisions and of all that they depend on. Called by one thread at a
 * time, with the scheduler's lock; never waits, and allocates nothing but for a snapshot and what
 * was not there before: a queue, an application, an offer.
 *
 * <p>A recording begins with a snapshot; {@link #at} returns when another is due. Before each the
 * scheduler replaces selection and policy by new ones over the same tree, and the scores of nodes,
 * because a replay begins with such: what they remember beyond the tree (sums of rounded numbers)
 * is recorded nowhere.
 */
public final class Recorder {
  /** Minimum size of a file, in sizes of its snapshot. */
  private static final int SNAPSHOTS_IN_FILE = 4;

  private final EventBuffer buffer;
  private final FlightRecorder owner;
  private final RecordingSettings settings;
  private @Nullable TreeRecorder tree;
  private @Nullable ShareTree recorded;
  private @Nullable DecisionRecorder decisions;
  private long snapshotFrom;
  private long fileBytes;
  private long fileFrom;
  private long fileMillis;

  /** How often the policy has asked whether to read the tree, since it last did. */
  private long asked;

  /** What the scheduler has to do. */
  public enum Due {
    /** Go on. */
    NOTHING,
    /** Record a snapshot. */
    SNAPSHOT,
    /** Close the recorder: nothing can be written any more. */
    CLOSE
  }

  Recorder(EventBuffer buffer, FlightRecorder owner, RecordingSettings settings) {
    this.buffer = buffer;
    this.owner = owner;
    this.settings = settings;
  }

  /**
   * Sets the time of the events that follow. To be called only between whole operations of the
   * scheduler, since a snapshot may be made here.
   *
   * @param millis the scheduler's clock; if it is set back, the recording's time stands still until
   *     the next snapshot
   */
  public Due at(long millis) {
    buffer.setTime(Math.max(millis, buffer.time()));
    if (owner.hasFailed()) {
      return Due.CLOSE;
    }
    return isFileFull(millis) || buffer.mayRecover() ? Due.SNAPSHOT : Due.NOTHING;
  }

  private boolean isFileFull(long millis) {
    return buffer.total() - fileFrom >= fileBytes
        || millis - fileMillis >= settings.fileMillis()
        || millis < fileMillis;
  }

  /** Returns why {@link #at} has asked for a snapshot. */
  public SnapshotHead.Reason reason() {
    return buffer.lost() > 0 ? SnapshotHead.Reason.LOST_EVENTS : SnapshotHead.Reason.NEXT_FILE;
  }

  // ------------------------------------------------------------------------------------- snapshot

  /**
   * Begins a snapshot: records a tree, and from now on each change of it. The facts follow, then
   * {@link #endSnapshot}.
   */
  public void beginSnapshot(SnapshotHead head, ShareTree of) {
    unfollow();
    asked = 0;
    owner.lost(buffer.lost());
    buffer.setTime(head.millis());
    boolean isOtherFile = tree == null || isFileFull(head.millis());
    buffer.beginSnapshot(isOtherFile);
    if (isOtherFile) {
      fileFrom = buffer.total();
      fileMillis = head.millis();
    }
    snapshotFrom = buffer.total();
    new SnapshotText(buffer).put(head);
    TreeRecorder follower = new TreeRecorder(buffer, of);
    follower.snapshot();
    of.addListener(follower);
    tree = follower;
    recorded = of;
    decisions = new DecisionRecorder(buffer, of.space().length());
  }

  /** Ends the snapshot. */
  public void endSnapshot() {
    if (buffer.begin(EventCode.SNAPSHOT_END, 0)) {
      buffer.end();
    }
    buffer.endSnapshot();
    fileBytes = Math.max(settings.fileBytes(), SNAPSHOTS_IN_FILE * (buffer.total() - snapshotFrom));
  }

  /** Ends the recording and removes its listeners. */
  void end() {
    unfollow();
    if (tree != null && buffer.begin(EventCode.END, 0)) {
      buffer.end();
    }
  }

  private void unfollow() {
    if (decisions != null) {
      decisions.unfollow();
    }
    if (tree != null && recorded != null) {
      recorded.removeListener(tree);
    }
  }

  // ------------------------------------------------------------------------------------ decisions

  /** A leaf was selected for an offer, or {@link ShareTree#NONE}. */
  public void decided(Offer offer, int leaf) {
    Objects.requireNonNull(decisions).decided(offer, leaf);
  }

  /**
   * Returns what asks a policy's own timing and records when it is time: the clock by which a
   * policy reads the tree from time to time decides, too.
   */
  public BooleanSupplier timing(BooleanSupplier own) {
    return () -> {
      asked++;
      boolean isDue = own.getAsBoolean();
      if (isDue && buffer.begin(EventCode.LOOK, EventBuffer.NUMBER)) {
        buffer.put(asked);
        buffer.end();
      }
      asked = isDue ? 0 : asked;
      return isDue;
    };
  }

  /**
   * Records an index of nodes as it stands, whose score has not been updated yet, and from now on
   * each change and choice.
   *
   * @param resources the number of resources of its nodes
   */
  public void addIndex(NodeIndex index, int machineClass, int resources) {
    Objects.requireNonNull(decisions).addIndex(index, machineClass, resources);
  }

  /** An epoch of the balances ends: the weights that change until {@link #endEpoch} are of it. */
  public void beginEpoch() {
    Objects.requireNonNull(tree).beginEpoch();
  }

  /**
   * An epoch has ended.
   *
   * @param halfLifeMillis of the balances
   * @param onlyContended whether a balance changes only while siblings compete for the resource
   */
  public void endEpoch(long halfLifeMillis, boolean onlyContended) {
    Objects.requireNonNull(tree).endEpoch(halfLifeMillis, onlyContended);
  }

  // ---------------------------------------------------------------------------------------- facts

  /** A node of the share tree is a queue. */
  public void queue(int node, String path) {
    if (buffer.begin(EventCode.QUEUE, EventBuffer.NUMBER + EventBuffer.most(path))) {
      buffer.put(node);
      buffer.putText(path);
      buffer.end();
    }
  }

  /** A leaf of the share tree is an application, numbered by its cluster's start and its id. */
  public void application(int leaf, long cluster, int id, String user, String path) {
    int most = 3 * EventBuffer.NUMBER + EventBuffer.most(user) + EventBuffer.most(path);
    if (buffer.begin(EventCode.APPLICATION, most)) {
      buffer.put(leaf);
      buffer.putSigned(cluster);
      buffer.put(id);
      buffer.putText(user);
      buffer.putText(path);
      buffer.end();
    }
  }

  /**
   * A node of the cluster has come, or has changed.
   *
   * @param number by which it is named from now on
   * @param total by resource type; not kept
   */
  public void node(int number, String name, String machineClass, long[] total) {
    int most =
        EventBuffer.NUMBER
            + EventBuffer.most(name)
            + EventBuffer.most(machineClass)
            + EventBuffer.most(total);
    if (buffer.begin(EventCode.NODE, most)) {
      buffer.put(number);
      buffer.putText(name);
      buffer.putText(machineClass);
      buffer.putVector(total);
      buffer.end();
    }
  }

  /** A node of the cluster has gone. */
  public void nodeGone(int number) {
    if (buffer.begin(EventCode.NODE_GONE, EventBuffer.NUMBER)) {
      buffer.put(number);
      buffer.end();
    }
  }

  /**
   * A container has started.
   *
   * @param attempt number of the application's attempt
   * @param id unique within the attempt
   * @param node number of its node
   * @param millis when: now, or earlier; now if it is later by another clock
   * @param amounts by resource type; not kept
   */
  public void container(
      int leaf, int attempt, long id, int node, boolean isMaster, long millis, long[] amounts) {
    int most = 5 * EventBuffer.NUMBER + 1 + EventBuffer.most(amounts);
    if (buffer.begin(EventCode.CONTAINER, most)) {
      buffer.put(leaf);
      buffer.put(attempt);
      buffer.put(id);
      buffer.put(node);
      buffer.putByte(isMaster ? 1 : 0);
      buffer.putSigned(Math.max(0, buffer.time() - millis));
      buffer.putVector(amounts);
      buffer.end();
    }
  }

  /** A container has ended, by an exit status of YARN's. */
  public void containerEnded(int leaf, int attempt, long id, int exitStatus) {
    if (buffer.begin(EventCode.CONTAINER_END, 4 * EventBuffer.NUMBER)) {
      buffer.put(leaf);
      buffer.put(attempt);
      buffer.put(id);
      buffer.putSigned(exitStatus);
      buffer.end();
    }
  }

  /** The queues are configured by a text. */
  public void queueFile(String source, String text) {
    int most = EventBuffer.most(source) + EventBuffer.most(text);
    if (buffer.begin(EventCode.QUEUE_FILE, most)) {
      buffer.putText(source);
      buffer.putText(text);
      buffer.end();
    }
  }
}
