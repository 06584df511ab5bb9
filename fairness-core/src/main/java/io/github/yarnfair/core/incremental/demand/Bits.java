// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.demand;

/**
 * Sets of small numbers (demand classes, known class sets, entries) as words of bits, which stand
 * in an array from an offset on. To visit a set, word by word:
 *
 * <pre>
 *   for (long bits = set[offset + w]; bits != 0; bits = Bits.rest(bits)) {
 *     int number = Bits.first(w, bits);
 * </pre>
 */
public final class Bits {
  private Bits() {}

  /** Returns the least number of a word's bits, of which at least one is set. */
  public static int first(int word, long bits) {
    return word * Long.SIZE + Long.numberOfTrailingZeros(bits);
  }

  /** Returns a word's bits without the least number. */
  public static long rest(long bits) {
    return bits & (bits - 1);
  }

  /** Returns the word in which a number's bit stands. */
  public static int word(int number) {
    return number >> 6;
  }

  /** Returns a number's bit in its word. */
  public static long bit(int number) {
    return 1L << number;
  }

  public static boolean contains(long[] set, int offset, int number) {
    return (set[offset + word(number)] >>> number & 1) != 0;
  }

  public static void add(long[] set, int offset, int number) {
    set[offset + word(number)] |= bit(number);
  }

  public static void remove(long[] set, int offset, int number) {
    set[offset + word(number)] &= ~bit(number);
  }

  /** Returns whether a set of a number of words is empty. */
  static boolean isEmpty(long[] set, int offset, int words) {
    for (int w = offset; w < offset + words; w++) {
      if (set[w] != 0) {
        return false;
      }
    }
    return true;
  }
}
