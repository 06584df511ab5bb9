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
package io.github.yarnfair.core.incremental;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A block of a {@link KeyTree}: entries, or blocks with their least key, in ascending order. With
 * each stand its sums (those of U first, then those of U/κ) and its class set.
 *
 * <p>The key of an inner block's first element is no lower bound and must not be compared with:
 * whatever is less than the second's belongs to the first, so keys may even be less than it.
 */
final class KeyBlock {
  static final int WIDTH = 32;

  double[] key;
  long[] tieBreak;
  double[] sums;
  int[] entry = {};
  KeyBlock[] child = {};
  @Nullable KeyBlock parent;
  boolean isLeaf;
  int count;
  int changes;
  private long[] sets;
  private final int width;
  private final int words;

  /**
   * Creates a block.
   *
   * @param width the number of sums of each element
   * @param words the number of words of each set
   * @param capacity for how many elements to make room at first
   */
  KeyBlock(int width, int words, int capacity) {
    this.width = width;
    this.words = words;
    key = new double[capacity];
    tieBreak = new long[capacity];
    sums = new double[capacity * width];
    sets = new long[capacity * words];
  }

  void reuse(boolean asLeaf) {
    isLeaf = asLeaf;
    if (asLeaf && entry.length == 0) {
      entry = new int[key.length];
    } else if (!asLeaf && child.length == 0) {
      child = new KeyBlock[key.length];
    }
    parent = null;
    count = 0;
    changes = 0;
  }

  boolean isFull() {
    return count == WIDTH;
  }

  boolean isNearlyEmpty() {
    return count < WIDTH / 4;
  }

  /** Returns whether another block's elements find room here with some to spare. */
  boolean canTake(KeyBlock other) {
    return count + other.count <= WIDTH * 3 / 4;
  }

  int indexOfEntry(int number) {
    int at = 0;
    while (entry[at] != number) {
      at++;
    }
    return at;
  }

  int indexOf(KeyBlock block) {
    int at = 0;
    while (child[at] != block) {
      at++;
    }
    return at;
  }

  /** Returns whether the element at an index comes before a key, or would if entered first. */
  boolean isBefore(int at, double otherKey, long otherTieBreak) {
    return key[at] < otherKey || (key[at] == otherKey && tieBreak[at] <= otherTieBreak);
  }

  /** Returns how many elements, but the one left out, come before a key. */
  int position(double newKey, long newTieBreak, int leftOut) {
    int at = 0;
    while (at < count && (at == leftOut || isBefore(at, newKey, newTieBreak))) {
      at++;
    }
    return leftOut >= 0 && at > leftOut ? at - 1 : at;
  }

  /** Returns which of an inner block's elements a key belongs to. */
  int indexOfChild(double newKey, long newTieBreak) {
    int at = 1;
    while (at < count && isBefore(at, newKey, newTieBreak)) {
      at++;
    }
    return at - 1;
  }

  /** Returns an element's new position, or -1 if the new key may belong in another block. */
  int positionInside(double newKey, long newTieBreak, int at) {
    boolean isUp = isBefore(at, newKey, newTieBreak);
    boolean inside =
        isUp
            ? !isBefore(count - 1, newKey, newTieBreak) || isSame(at, newKey, newTieBreak)
            : isBefore(0, newKey, newTieBreak);
    return inside ? position(newKey, newTieBreak, at) : -1;
  }

  private boolean isSame(int at, double newKey, long newTieBreak) {
    return key[at] == newKey && tieBreak[at] == newTieBreak;
  }

  boolean hasSet(int at, long[] set, int offset) {
    return Arrays.equals(sets, at * words, (at + 1) * words, set, offset, offset + words);
  }

  /** Returns how many elements stand for keys up to a bound alone. */
  int countUpTo(double bound) {
    int at = isLeaf ? 0 : 1;
    while (at < count && key[at] <= bound) {
      at++;
    }
    return isLeaf ? at : at - 1;
  }

  int firstMeeting(long[] set, int offset) {
    if (words == 1) {
      long word = set[offset];
      for (int at = 0; at < count; at++) {
        if ((sets[at] & word) != 0) {
          return at;
        }
      }
      return -1;
    }
    for (int at = 0; at < count; at++) {
      for (int w = 0; w < words; w++) {
        if ((sets[at * words + w] & set[offset + w]) != 0) {
          return at;
        }
      }
    }
    return -1;
  }

  void set(
      int at,
      double newKey,
      long newTieBreak,
      double[] usage,
      int offset,
      long[] set,
      int setOffset) {
    key[at] = newKey;
    tieBreak[at] = newTieBreak;
    int resources = width / 2;
    for (int j = 0; j < resources; j++) {
      double used = usage[offset + j];
      sums[at * width + j] = used;
      sums[at * width + resources + j] = newKey > 0 ? used / newKey : 0.0;
    }
    System.arraycopy(set, setOffset, sets, at * words, words);
  }

  /** Makes room at an index. */
  void open(int at) {
    if (count == key.length) {
      grow(Math.min(WIDTH, 2 * count));
    }
    copy(this, at, this, at + 1, count - at);
    count++;
  }

  /** Closes the gap that an element leaves. */
  void close(int at) {
    copy(this, at + 1, this, at, count - at - 1);
    count--;
  }

  /** Moves an element among the others; what stands at its new index is to be set. */
  void shift(int from, int to) {
    int moved = entry[from];
    if (from < to) {
      copy(this, from + 1, this, from, to - from);
    } else {
      copy(this, to, this, to + 1, from - to);
    }
    entry[to] = moved;
  }

  void moveUpperHalf(KeyBlock right) {
    int half = count / 2;
    copy(this, half, right, 0, count - half);
    right.count = count - half;
    count = half;
    changes = 0;
  }

  void appendAll(KeyBlock right) {
    copy(right, 0, this, count, right.count);
    count += right.count;
    changes = 0;
  }

  void link(int at, KeyBlock block) {
    child[at] = block;
    key[at] = block.key[0];
    tieBreak[at] = block.tieBreak[0];
    block.parent = this;
  }

  /** Makes the first element's key a lower bound, the one by which the block was found. */
  void takeLowFrom(KeyBlock above, int at) {
    if (!isLeaf) {
      key[0] = above.key[at];
      tieBreak[0] = above.tieBreak[at];
    }
  }

  /** Adds up afresh what a block holds. */
  void sumUp(int at, KeyBlock below) {
    for (int i = 0; i < width; i++) {
      double sum = 0.0;
      for (int element = 0; element < below.count; element++) {
        sum += below.sums[element * width + i];
      }
      sums[at * width + i] = sum;
    }
    below.changes = 0;
  }

  void sumUp(double[] into) {
    for (int i = 0; i < width; i++) {
      double sum = 0.0;
      for (int element = 0; element < count; element++) {
        sum += sums[element * width + i];
      }
      into[i] = sum;
    }
    changes = 0;
  }

  /** Unites afresh the sets of a block below; returns whether that changes anything. */
  boolean unite(KeyBlock below) {
    int at = indexOf(below);
    boolean changed = false;
    for (int w = 0; w < words; w++) {
      long union = 0;
      for (int element = 0; element < below.count; element++) {
        union |= below.sets[element * words + w];
      }
      changed |= sets[at * words + w] != union;
      sets[at * words + w] = union;
    }
    return changed;
  }

  /** Adds a set to that of a block below; returns whether that changes anything. */
  boolean join(KeyBlock below, long[] set, int offset) {
    int at = indexOf(below);
    boolean changed = false;
    for (int w = 0; w < words; w++) {
      long union = sets[at * words + w] | set[offset + w];
      changed |= sets[at * words + w] != union;
      sets[at * words + w] = union;
    }
    return changed;
  }

  private void grow(int capacity) {
    key = Arrays.copyOf(key, capacity);
    tieBreak = Arrays.copyOf(tieBreak, capacity);
    sums = Arrays.copyOf(sums, capacity * width);
    sets = Arrays.copyOf(sets, capacity * words);
    entry = Arrays.copyOf(entry, capacity);
  }

  private static void copy(KeyBlock from, int start, KeyBlock to, int at, int length) {
    System.arraycopy(from.key, start, to.key, at, length);
    System.arraycopy(from.tieBreak, start, to.tieBreak, at, length);
    System.arraycopy(from.sums, start * from.width, to.sums, at * from.width, length * from.width);
    System.arraycopy(from.sets, start * from.words, to.sets, at * from.words, length * from.words);
    if (from.isLeaf) {
      System.arraycopy(from.entry, start, to.entry, at, length);
    } else {
      System.arraycopy(from.child, start, to.child, at, length);
    }
  }
}
