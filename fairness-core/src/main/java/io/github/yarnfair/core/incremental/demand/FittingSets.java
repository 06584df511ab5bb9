// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.demand;

import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.OfferedNodes;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * On the way down from the root: at each depth the demand classes that fit an offer and that the
 * node there could use, in words of bits.
 */
public final class FittingSets {
  private final PendingClasses pending;
  private final long[] free;
  private int width;
  private long[] bits = new long[0];

  /** The classes that fit one of the nodes of the last offer of several, and when that was. */
  private long[] fittingNodes = new long[0];

  private @Nullable OfferedNodes nodes;
  private long nodesVersion;
  private long classesVersion;

  /** Creates the sets for the nodes of a tree. */
  public FittingSets(ShareTree tree, PendingClasses pending) {
    this.pending = pending;
    free = new long[tree.space().length()];
  }

  /** Sets the width of the sets to that of the pending demand classes, in words. */
  public void reset() {
    width = pending.words();
    bits = new long[Math.max(bits.length, 4 * width)];
  }

  /** Finds which classes fit an offer, for the root. */
  public void look(Offer offer) {
    offer.copyTo(free, 0);
    pending.classes().fitting(free, 0, bits, 0);
    if (offer.nodes() != null) {
      update(offer.nodes());
      for (int w = 0; w < width; w++) {
        bits[w] |= fittingNodes[w];
      }
    }
    long[] usable = pending.usable();
    for (int w = 0; w < width; w++) {
      bits[w] &= usable[w];
    }
  }

  /** Asks several nodes again only when there are other classes, or other room. */
  private void update(OfferedNodes several) {
    long classes = pending.classes().changes();
    long version = several.version();
    if (several != nodes || version != nodesVersion || classes != classesVersion) {
      if (fittingNodes.length < width) {
        fittingNodes = new long[width];
      }
      pending.classes().fitting(several, fittingNodes);
      nodes = several;
      nodesVersion = version;
      classesVersion = classes;
    }
  }

  /** Narrows the set of a node's parent to what the node could use. */
  public void narrow(int node, int depth) {
    int offset = depth * width;
    if (bits.length < offset + width) {
      bits = Arrays.copyOf(bits, 2 * (offset + width));
    }
    long[] usable = pending.usable();
    for (int w = 0; w < width; w++) {
      bits[offset + w] = bits[offset - width + w] & usable[node * width + w];
    }
  }

  /** Returns whether the node at a depth can use nothing of the offer. */
  public boolean isEmpty(int depth) {
    return Bits.isEmpty(bits, depth * width, width);
  }

  /** Returns the words in which the sets stand; another array when one more depth was reached. */
  public long[] bits() {
    return bits;
  }

  /** Returns where the set of a depth stands. */
  public int offset(int depth) {
    return depth * width;
  }
}
