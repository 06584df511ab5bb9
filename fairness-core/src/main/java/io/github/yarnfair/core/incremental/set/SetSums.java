// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.set;

import io.github.yarnfair.core.incremental.demand.Bits;
import io.github.yarnfair.core.incremental.demand.ShortVectors;
import java.util.Arrays;

/**
 * For each known class set that offers fit: Σ U_c/κ_c over the children of a queue, those that are
 * blocked for such an offer included.
 */
public final class SetSums {
  private static final int FIRST = 4;

  public final int resources;

  /** How many numbers {@linkplain ShortVectors a row} takes. */
  public final int stride;

  /** The known sets, a bit for the number of each. */
  public final long[] known = new long[KnownSets.PAGES];

  /** By page, a word of such bits, and class: the known sets that it is in. */
  public final long[][] setsWith = new long[KnownSets.PAGES][];

  /** How many pages have known sets. */
  public int pages;

  /** By set, a row. */
  public double[] sums = {};

  private final int words;

  /** Creates the sums of no sets, for m resources and sets of a number of words. */
  public SetSums(int resources, int words) {
    this.resources = resources;
    this.words = words;
    stride = ShortVectors.stride(resources);
  }

  /** Returns a bound above every number of a known set. */
  public int bound() {
    return sums.length / stride;
  }

  /** Assigns a number to a set, with the sum 0. */
  public void assign(int number, long[] set, int offset) {
    int page = Bits.word(number);
    while (pages <= page) {
      setsWith[pages++] = new long[words * Long.SIZE];
    }
    if (number >= bound()) {
      int length = Math.max(FIRST, 2 * bound());
      sums = Arrays.copyOf(sums, length * stride);
    }
    Arrays.fill(sums, number * stride, (number + 1) * stride, 0.0);
    long bit = Bits.bit(number);
    known[page] |= bit;
    long[] with = setsWith[page];
    for (int demandClass = 0; demandClass < with.length; demandClass++) {
      with[demandClass] &= ~bit;
    }
    for (int w = 0; w < words; w++) {
      for (long bits = set[offset + w]; bits != 0; bits = Bits.rest(bits)) {
        with[Bits.first(w, bits)] |= bit;
      }
    }
  }

  /** Takes the number of a set back. */
  public void forget(int number) {
    Bits.remove(known, 0, number);
  }

  /** Adds a row, which stands at an offset, to the sums of some sets of a page. */
  public void add(int page, long toSets, double[] row, int offset) {
    for (int j = 0; j < stride; j += ShortVectors.STEP) {
      int at = offset + j;
      addStep(page, toSets, j, row[at], row[at + 1], row[at + 2], row[at + 3]);
    }
  }

  private void addStep(int page, long toSets, int j, double a, double b, double c, double d) {
    if (a == 0.0 && b == 0.0 && c == 0.0 && d == 0.0) {
      return; // as most are in the rows of a child whose tasks in one machine class have changed
    }
    double[] to = sums;
    int width = stride;
    int from = page * Long.SIZE * width + j;
    for (long bits = toSets; bits != 0; bits = Bits.rest(bits)) {
      int at = from + Bits.first(0, bits) * width;
      to[at] += a;
      to[at + 1] += b;
      to[at + 2] += c;
      to[at + 3] += d;
    }
  }

  /** Adds a row, which stands at an offset, to the sum of a set. */
  public void add(int set, double[] row, int offset) {
    ShortVectors.add(sums, set * stride, row, offset, stride);
  }

  /** Subtracts a row, which stands at an offset, from the sums of some sets of a page. */
  public void subtract(int page, long fromSets, double[] row, int offset) {
    for (int j = 0; j < stride; j += ShortVectors.STEP) {
      int at = offset + j;
      addStep(page, fromSets, j, -row[at], -row[at + 1], -row[at + 2], -row[at + 3]);
    }
  }

  /** Subtracts a row, which stands at an offset, from the sum of a set. */
  public void subtract(int set, double[] row, int offset) {
    ShortVectors.add(sums, set * stride, row, offset, -1.0, stride);
  }

  /** Begins to add up afresh. */
  public void clear() {
    Arrays.fill(sums, 0.0);
  }
}
