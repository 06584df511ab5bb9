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

import io.github.yarnfair.core.Growth;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Many siblings in the order of their keys, as a {@link KeyOrder} needs them. What it is asked, and
 * a change of one entry, take O((m + σ)·log n) for n entries, m resources and sets of σ words.
 *
 * <p>A B+ tree whose inner blocks hold, for each block below, the sums of U and of U/κ and the
 * union of the class sets. Sums are kept by differences and added up again after as many changes as
 * a block has entries (at least {@value #CHANGES_BETWEEN_SUMS}), so rounding does not pile up.
 * Blocks are kept for reuse: only a new entry can allocate.
 */
final class KeyTree implements ManyKeys {
  private static final int CHANGES_BETWEEN_SUMS = 64;

  private final int resources;
  private final int words;
  private final double[] difference;
  private KeyBlock root;
  private KeyBlock[] blockOf = new KeyBlock[4];
  private int size;
  private int blocks = 1;
  private @Nullable KeyBlock spare;
  private final double[] total;
  private final Least found = new Least();

  /** Scratch: a set of one class. */
  private final long[] one;

  /**
   * Creates an empty order.
   *
   * @param resources m, the length of U
   * @param words the number of words of a class set
   */
  KeyTree(int resources, int words) {
    this.resources = resources;
    this.words = words;
    one = new long[words];
    difference = new double[2 * resources];
    total = new double[2 * resources];
    root = new KeyBlock(2 * resources, words, 4);
    root.reuse(true);
  }

  /** Returns whether there is an entry of this number. */
  @Override
  public boolean contains(int entry) {
    return entry < blockOf.length && blockOf[entry] != null;
  }

  /**
   * Enters or changes an entry.
   *
   * @param entry its number, small
   * @param key κ, not NaN
   * @param usage U, m numbers from an offset on
   * @param set the classes it could use, from an offset on
   */
  @Override
  public void put(
      int entry, double key, long tieBreak, double[] usage, int offset, long[] set, int setOffset) {
    if (!contains(entry)) {
      makeRoom(entry);
      insert(entry, key, tieBreak, usage, offset, set, setOffset);
      return;
    }
    KeyBlock block = blockOf[entry];
    int at = block.indexOfEntry(entry);
    int to =
        block == root ? block.position(key, tieBreak, at) : block.positionInside(key, tieBreak, at);
    if (to < 0) {
      take(block, at);
      insert(entry, key, tieBreak, usage, offset, set, setOffset);
      return;
    }
    for (int i = 0; i < difference.length; i++) {
      difference[i] = -block.sums[at * difference.length + i];
    }
    boolean sameSet = block.hasSet(at, set, setOffset);
    block.shift(at, to);
    block.set(to, key, tieBreak, usage, offset, set, setOffset);
    for (int i = 0; i < difference.length; i++) {
      difference[i] += block.sums[to * difference.length + i];
    }
    tellAbove(block);
    if (!sameSet) {
      refreshUnions(block);
    }
  }

  /**
   * Reads an entry.
   *
   * @param into where m numbers of U are put
   * @return its key
   */
  @Override
  public double read(int entry, double[] into) {
    KeyBlock block = blockOf[entry];
    int at = block.indexOfEntry(entry);
    System.arraycopy(block.sums, at * 2 * resources, into, 0, resources);
    return block.key[at];
  }

  /** Returns how many entries there are. */
  @Override
  public int size() {
    return size;
  }

  /** Removes an entry. */
  @Override
  public void remove(int entry) {
    KeyBlock block = blockOf[entry];
    take(block, block.indexOfEntry(entry));
    blockOf[entry] = null;
    size--;
  }

  /** Finds the entry of the least key whose set meets another set. */
  @Override
  public Least first(long[] set, int offset) {
    KeyBlock block = root;
    int at = block.firstMeeting(set, offset);
    while (at >= 0 && !block.isLeaf) {
      block = block.child[at];
      at = block.firstMeeting(set, offset);
    }
    return at < 0
        ? found.clear()
        : found.moveTo(block.entry[at], block.key[at], block.tieBreak[at]);
  }

  /** Returns the least key of those that can use a class, +∞ if none can. */
  @Override
  public double leastKey(int demandClass) {
    Bits.add(one, 0, demandClass);
    double least = first(one, 0).key;
    Bits.remove(one, 0, demandClass);
    return least;
  }

  /**
   * Adds up U·min(1, bound/κ) over all entries.
   *
   * @param bound the least key of those that can use the offer, +∞ if none
   * @param into m numbers, from an offset on, to which the sum is added
   */
  @Override
  public void addCutDown(double bound, double[] into, int intoOffset) {
    if (size == 0) {
      return;
    }
    if (bound == Double.POSITIVE_INFINITY) {
      for (int j = 0; j < resources; j++) {
        into[intoOffset + j] += total[j];
      }
      return;
    }
    for (int j = 0; j < resources; j++) {
      into[intoOffset + j] += bound * total[resources + j];
    }
    for (KeyBlock block = root; block != null; ) {
      int whole = block.countUpTo(bound);
      for (int i = 0; i < whole; i++) {
        addMissing(block.sums, i * 2 * resources, bound, into, intoOffset);
      }
      block = block.isLeaf ? null : block.child[whole];
    }
  }

  /** Adds U − bound·U/κ of an element; four numbers at once, as short loops cost more than that. */
  private void addMissing(double[] sums, int offset, double bound, double[] into, int intoOffset) {
    int j = 0;
    for (; j + 4 <= resources; j += 4) {
      int from = offset + j;
      int to = intoOffset + j;
      into[to] += sums[from] - bound * sums[from + resources];
      into[to + 1] += sums[from + 1] - bound * sums[from + 1 + resources];
      into[to + 2] += sums[from + 2] - bound * sums[from + 2 + resources];
      into[to + 3] += sums[from + 3] - bound * sums[from + 3 + resources];
    }
    for (; j < resources; j++) {
      into[intoOffset + j] += sums[offset + j] - bound * sums[offset + resources + j];
    }
  }

  private void insert(
      int entry, double key, long tieBreak, double[] usage, int offset, long[] set, int setOffset) {
    KeyBlock block = root;
    while (!block.isLeaf) {
      block = block.child[block.indexOfChild(key, tieBreak)];
    }
    if (block.isFull()) {
      KeyBlock right = split(block);
      block = right.isBefore(0, key, tieBreak) ? right : block;
    }
    int at = block.position(key, tieBreak, -1);
    block.open(at);
    block.entry[at] = entry;
    block.set(at, key, tieBreak, usage, offset, set, setOffset);
    blockOf[entry] = block;
    System.arraycopy(block.sums, at * difference.length, difference, 0, difference.length);
    tellAbove(block);
    for (KeyBlock b = block; b.parent != null && b.parent.join(b, set, setOffset); ) {
      b = b.parent;
    }
  }

  /** Takes what stands at an index out of its block. */
  private void take(KeyBlock block, int at) {
    for (int i = 0; i < difference.length; i++) {
      difference[i] = -block.sums[at * difference.length + i];
    }
    block.close(at);
    tellAbove(block);
    refreshUnions(block);
    mend(block);
  }

  /** Adds a difference to what stands for a block in the blocks above it. */
  private void tellAbove(KeyBlock block) {
    for (int i = 0; i < difference.length; i++) {
      total[i] += difference[i];
    }
    KeyBlock below = block;
    for (KeyBlock above = block.parent; above != null; above = above.parent) {
      int at = above.indexOf(below);
      if (++below.changes >= Math.max(CHANGES_BETWEEN_SUMS, below.count)) {
        above.sumUp(at, below);
      } else {
        for (int i = 0; i < difference.length; i++) {
          above.sums[at * difference.length + i] += difference[i];
        }
      }
      below = above;
    }
    if (++below.changes >= Math.max(CHANGES_BETWEEN_SUMS, below.count)) {
      below.sumUp(total);
    }
  }

  private void refreshUnions(KeyBlock block) {
    KeyBlock below = block;
    while (below.parent != null && below.parent.unite(below)) {
      below = below.parent;
    }
  }

  /** Moves the upper half of a full block into a new one to its right, which is returned. */
  private KeyBlock split(KeyBlock block) {
    KeyBlock above = block.parent;
    if (above != null && above.isFull()) {
      split(above);
      above = block.parent;
    }
    if (above == null) {
      above = newBlock(false);
      above.open(0);
      above.link(0, block);
      root = above;
    }
    KeyBlock right = newBlock(block.isLeaf);
    block.moveUpperHalf(right);
    adopt(right);
    int at = above.indexOf(block);
    above.open(at + 1);
    above.link(at + 1, right);
    above.sumUp(at, block);
    above.sumUp(at + 1, right);
    above.unite(block);
    above.unite(right);
    return right;
  }

  /** Merges a block that has become nearly empty with a neighbour. */
  private void mend(KeyBlock block) {
    KeyBlock above = block.parent;
    if (above == null) {
      if (block.count == 0) {
        block.reuse(true);
        Arrays.fill(total, 0.0);
      } else if (!block.isLeaf && block.count == 1) {
        root = block.child[0];
        root.parent = null;
        free(block);
      }
      return;
    }
    int at = above.indexOf(block);
    if (block.count == 0) {
      above.close(at);
      free(block);
      mend(above);
    } else if (block.isNearlyEmpty()) {
      if (at + 1 < above.count && block.canTake(above.child[at + 1])) {
        merge(above, at);
      } else if (at > 0 && block.canTake(above.child[at - 1])) {
        merge(above, at - 1);
      }
    }
  }

  private void merge(KeyBlock above, int at) {
    KeyBlock left = above.child[at];
    KeyBlock right = above.child[at + 1];
    right.takeLowFrom(above, at + 1);
    left.appendAll(right);
    adopt(left);
    above.close(at + 1);
    above.sumUp(at, left);
    above.unite(left);
    free(right);
    mend(above);
  }

  private void adopt(KeyBlock block) {
    for (int i = 0; i < block.count; i++) {
      if (block.isLeaf) {
        blockOf[block.entry[i]] = block;
      } else {
        block.child[i].parent = block;
      }
    }
  }

  /** Makes room for one entry more, and for the blocks that the entries may come to need. */
  private void makeRoom(int entry) {
    if (entry >= blockOf.length) {
      blockOf = Arrays.copyOf(blockOf, Growth.length(entry + 1, blockOf.length));
    }
    size++;
    int needed = size <= KeyBlock.WIDTH ? 1 : 8 + size / (KeyBlock.WIDTH / 4);
    while (blocks < needed) {
      free(new KeyBlock(2 * resources, words, KeyBlock.WIDTH));
      blocks++;
    }
  }

  private KeyBlock newBlock(boolean isLeaf) {
    KeyBlock block = spare;
    if (block == null) {
      block = new KeyBlock(2 * resources, words, KeyBlock.WIDTH);
      blocks++;
    } else {
      spare = block.parent;
    }
    block.reuse(isLeaf);
    return block;
  }

  private void free(KeyBlock block) {
    block.parent = spare;
    spare = block;
  }
}
