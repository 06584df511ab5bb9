// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import io.github.yarnfair.core.nodes.IndexListener;
import io.github.yarnfair.core.nodes.NodeIndex;
import io.github.yarnfair.core.nodes.NodesOfClass;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.IntList;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.OfferedNodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records which leaf was selected for an offer, and with it what has happened to the offer since
 * the selection before: opened, amounts, leaves that were skipped. And what several nodes offer,
 * and which of them was chosen for a task.
 */
final class DecisionRecorder {
  private final EventBuffer buffer;
  private final long[] free;
  private final List<KnownOffer> offers = new ArrayList<>();
  private final List<IndexRecorder> indexes = new ArrayList<>();

  /** An offer as the recording has it. */
  private static final class KnownOffer {
    private final Offer offer;
    private final long[] free;
    private long round = -1;
    private int skipped;

    private KnownOffer(Offer offer, int length) {
      this.offer = offer;
      free = new long[length];
    }
  }

  /**
   * @param length of the share tree's vectors
   */
  DecisionRecorder(EventBuffer buffer, int length) {
    this.buffer = buffer;
    free = new long[length];
  }

  /** Records a selection. */
  void decided(Offer offer, int leaf) {
    int number = number(offer);
    KnownOffer known = offers.get(number);
    offer.copyTo(free, 0);
    boolean isOpened = offer.round() != known.round;
    int from = isOpened ? 0 : known.skipped;
    int skips = offer.skippedCount() - from;
    int flags =
        (isOpened ? EventCode.OPENED : 0)
            | (isOpened || !Arrays.equals(free, known.free) ? EventCode.OTHER_AMOUNTS : 0)
            | (skips > 0 ? EventCode.SKIPS : 0)
            | (isOpened && offer.nodes() != null ? EventCode.SEVERAL : 0);
    int most = 1 + (5 + skips) * EventBuffer.NUMBER + EventBuffer.most(free);
    if (!buffer.begin(EventCode.DECISION, most)) {
      return;
    }
    buffer.putByte(flags);
    buffer.put(number);
    if ((flags & EventCode.SEVERAL) != 0) {
      putNodes(offer);
    }
    if ((flags & EventCode.OTHER_AMOUNTS) != 0) {
      buffer.putVector(free);
      System.arraycopy(free, 0, known.free, 0, free.length);
    }
    if (skips > 0) {
      buffer.put(skips);
      for (int i = from; i < offer.skippedCount(); i++) {
        buffer.put(offer.skipped(i));
      }
    }
    buffer.put(leaf + 1);
    buffer.end();
    known.round = offer.round();
    known.skipped = offer.skippedCount();
  }

  private int number(Offer offer) {
    for (int i = 0; i < offers.size(); i++) {
      if (offers.get(i).offer == offer) {
        return i;
      }
    }
    offers.add(new KnownOffer(offer, free.length));
    return offers.size() - 1;
  }

  /** Puts the number of an index, and of the class in which its nodes are offered. */
  private void putNodes(Offer offer) {
    OfferedNodes nodes = offer.nodes();
    NodesOfClass several = nodes instanceof NodesOfClass ofClass ? ofClass : null;
    buffer.put(numberOfIndex(several == null ? nodes : several.index()));
    buffer.put(several == null ? 0 : several.machineClass());
  }

  private int numberOfIndex(@Nullable Object index) {
    for (int i = 0; i < indexes.size(); i++) {
      if (indexes.get(i).index == index) {
        return i;
      }
    }
    throw new IllegalStateException("an offer of nodes that are not followed");
  }

  /** Records an index as it stands, and from now on what becomes of it. */
  void addIndex(NodeIndex index, int machineClass, int resources) {
    IndexRecorder recorder = new IndexRecorder(index, indexes.size());
    indexes.add(recorder);
    if (buffer.begin(EventCode.INDEX, 3 * EventBuffer.NUMBER)) {
      buffer.put(recorder.number);
      buffer.put(machineClass);
      buffer.put(resources);
      buffer.end();
    }
    index.putAll(recorder);
    index.setListener(recorder);
  }

  /** Ends the recording of all that was followed. */
  void unfollow() {
    indexes.forEach(followed -> followed.index.setListener(null));
    indexes.clear();
    offers.clear();
  }

  /** Records one index. */
  private final class IndexRecorder implements IndexListener {
    private final NodeIndex index;
    private final int number;

    /** What the node had of which the total was recorded last. */
    private long[] lastTotal = {};

    private IndexRecorder(NodeIndex index, int number) {
      this.index = index;
      this.number = number;
    }

    @Override
    public void put(int node, long[] total, long[] amounts) {
      int most = 1 + 2 * EventBuffer.NUMBER + 2 * EventBuffer.most(total);
      if (!buffer.begin(EventCode.PUT, most)) {
        return;
      }
      boolean isOther = !Arrays.equals(total, lastTotal);
      buffer.put(number);
      buffer.put(node);
      buffer.putByte(isOther ? 1 : 0);
      if (isOther) {
        keep(total);
        buffer.putVector(total);
      }
      buffer.putVector(amounts);
      buffer.end();
    }

    private void keep(long[] total) {
      if (lastTotal.length != total.length) {
        lastTotal = new long[total.length];
      }
      System.arraycopy(total, 0, lastTotal, 0, total.length);
    }

    @Override
    public void removed(int node) {
      if (buffer.begin(EventCode.TAKE_OUT, 2 * EventBuffer.NUMBER)) {
        buffer.put(number);
        buffer.put(node);
        buffer.end();
      }
    }

    @Override
    public void updated(long[] clusterTotal, Demand pending) {
      int length = clusterTotal.length;
      int most =
          EventBuffer.NUMBER + EventBuffer.most(clusterTotal) + EventBuffer.most(pending, length);
      if (buffer.begin(EventCode.SCORES, most)) {
        buffer.put(number);
        buffer.putVector(clusterTotal);
        buffer.putDemand(pending, length);
        buffer.end();
      }
    }

    @Override
    public void chosen(long[] task, IntList refused, int node) {
      choice(EventCode.CHOICE, task, refused, node);
    }

    @Override
    public void chosenAmong(long[] task, IntList candidates, int node) {
      choice(EventCode.CHOICE_AMONG, task, candidates, node);
    }

    private void choice(int code, long[] task, IntList some, int node) {
      int most = (3 + some.size()) * EventBuffer.NUMBER + EventBuffer.most(task);
      if (buffer.begin(code, most)) {
        buffer.put(number);
        buffer.putVector(task);
        buffer.put(some.size());
        for (int i = 0; i < some.size(); i++) {
          buffer.put(some.get(i));
        }
        buffer.put(node + 1);
        buffer.end();
      }
    }
  }
}
