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
 * A queue's children as one view sees them: who is first, and what all count for. Few are added up
 * one by one, which beats keeping them sorted; many stand in a {@link KeyOrder}.
 */
final class ChildOrder {
  private static final int FEW = 96;
  private static final long[] ANY = {1L};

  private final int resources;
  private final WinnerTree open = new WinnerTree();
  private double[] key = {};
  private double[] usage = {};
  private int bound;
  private @Nullable KeyOrder many;

  /**
   * Creates an order of no children.
   *
   * @param resources m, the length of U; 0 if nothing is to be added up
   */
  ChildOrder(int resources) {
    this.resources = resources;
  }

  /**
   * Enters or changes a child.
   *
   * @param childUsage U, m numbers
   */
  void put(int entry, double childKey, long rank, double[] childUsage, boolean isBlocked) {
    open.put(entry, isBlocked ? Double.POSITIVE_INFINITY : childKey, rank);
    if (many != null) {
      many.put(entry, childKey, rank, childUsage, 0, ANY, 0);
    } else if (resources > 0) {
      if (entry >= bound) {
        bound = entry + 1;
        makeRoom();
      }
      keep(entry, childKey, childUsage);
      if (bound > FEW) {
        sort();
      }
    }
  }

  void remove(int entry) {
    open.put(entry, Double.POSITIVE_INFINITY, Long.MAX_VALUE);
    if (many != null) {
      if (many.contains(entry)) {
        many.remove(entry);
      }
    } else if (entry < bound) {
      clear(entry);
    }
  }

  /** Returns the children that are not blocked, by key. */
  WinnerTree open() {
    return open;
  }

  /** Adds up U·min(1, least/κ), as {@link KeyOrder#addCutDown} does. */
  void addCutDown(double least, double[] into) {
    if (many != null) {
      many.addCutDown(least, into);
      return;
    }
    for (int i = 0; i < bound; i++) {
      int offset = i * resources;
      double factor = key[i] > least ? least / key[i] : 1.0;
      for (int j = 0; j < resources; j++) {
        into[j] += usage[offset + j] * factor;
      }
    }
  }

  private void keep(int entry, double childKey, double[] childUsage) {
    key[entry] = childKey;
    System.arraycopy(childUsage, 0, usage, entry * resources, resources);
  }

  private void makeRoom() {
    int former = key.length;
    if (bound > former) {
      int length = Math.max(bound, Math.min(FEW + 1, 2 * former));
      key = Arrays.copyOf(key, length);
      usage = Arrays.copyOf(usage, length * resources);
      for (int i = former; i < length; i++) {
        clear(i);
      }
    }
  }

  /** Lets an entry that is nobody's add nothing. */
  private void clear(int entry) {
    key[entry] = Double.POSITIVE_INFINITY;
    Arrays.fill(usage, entry * resources, (entry + 1) * resources, 0.0);
  }

  private void sort() {
    KeyOrder sorted = new KeyOrder(resources, 1);
    for (int i = 0; i < bound; i++) {
      if (key[i] < Double.POSITIVE_INFINITY) {
        sorted.put(i, key[i], i, usage, i * resources, ANY, 0);
      }
    }
    many = sorted;
  }
}
