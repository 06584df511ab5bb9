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
package io.github.yarnfair.core;

import java.util.Arrays;

/**
 * The free resources of one node of the cluster while they are being assigned: the W of the papers.
 *
 * <p>A leaf that cannot use the offer for a reason other than size (locality, a blacklist, a label)
 * is {@link #skip skipped}: until the next {@link #open} it counts as blocked, as if none of its
 * tasks fitted. Open a new offer after leaves were removed: a handle that is given out again would
 * inherit the mark. One offer object serves all offers; it allocates nothing after the tree has
 * stopped growing.
 */
public final class Offer {
  private final long[] free;
  private long round = 1;
  private long[] skippedIn = new long[0];
  private final IntList skipped = new IntList();

  /** Creates an offer of nothing over m resources. */
  public Offer(int resourceCount) {
    free = new long[resourceCount];
  }

  /**
   * Begins a new offer of these amounts (copied; negative ones count as 0) with no leaf skipped.
   */
  public void open(long[] amounts) {
    for (int j = 0; j < free.length; j++) {
      free[j] = Math.max(0, amounts[j]);
    }
    round++;
    skipped.clear();
  }

  /**
   * Subtracts the amounts that a leaf was given.
   *
   * @throws IllegalStateException if the offer has less
   */
  public void take(long[] amount) {
    if (!Amounts.fits(amount, free)) {
      throw new IllegalStateException(
          Arrays.toString(amount) + " does not fit " + Arrays.toString(free));
    }
    Amounts.subtract(free, amount);
  }

  /** Returns what is free of a resource. */
  public long free(int resource) {
    return free[resource];
  }

  /** Counts the leaf as blocked for the rest of this offer. */
  public void skip(int leaf) {
    if (leaf >= skippedIn.length) {
      skippedIn = Arrays.copyOf(skippedIn, Growth.length(leaf + 1, skippedIn.length));
    }
    if (skippedIn[leaf] != round) {
      skippedIn[leaf] = round;
      skipped.add(leaf);
    }
  }

  /** Returns whether the leaf was skipped in this offer. */
  public boolean isSkipped(int leaf) {
    return leaf < skippedIn.length && skippedIn[leaf] == round;
  }

  /** Returns how often this offer has been opened; each opening clears the skipped leaves. */
  public long round() {
    return round;
  }

  /** Returns how many leaves were skipped in this offer. */
  public int skippedCount() {
    return skipped.size();
  }

  /** Returns one of the leaves that were skipped in this offer, in the order of skipping. */
  public int skipped(int index) {
    return skipped.get(index);
  }
}
