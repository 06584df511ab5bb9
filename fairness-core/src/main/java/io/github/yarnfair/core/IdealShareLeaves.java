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

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The leaf children of one queue that still grow. All have the same key, the queue's level, so that
 * they are satisfied in the order of their final keys; what each remaining suffix of that order
 * receives together is known beforehand and satisfying a leaf costs O(1). Suffixes are summed
 * afresh when a resource is exhausted, hence nothing drifts and a resource that nobody demands any
 * more has a rate of exactly 0.
 */
final class IdealShareLeaves {
  private final int resources;
  private List<IdealShareLeaf> ordered;
  private int first;
  private double[] suffixRates;

  IdealShareLeaves(int resources, List<IdealShareLeaf> leaves) {
    this.resources = resources;
    ordered = new ArrayList<>(leaves);
    ordered.sort(Comparator.comparingDouble(IdealShareLeaf::finalKey));
    suffixRates = suffixRates();
  }

  boolean isEmpty() {
    return first == ordered.size();
  }

  /** Returns how fast the leaves' usage of a resource grows while their key grows at rate 1. */
  double rate(int resource) {
    return suffixRates[first * resources + resource];
  }

  /** Returns the key at which the next leaf is satisfied, +∞ if none will be. */
  double nextFinalKey() {
    return isEmpty() ? Double.POSITIVE_INFINITY : ordered.get(first).finalKey();
  }

  /** Stops the leaves whose final key is at most the given one. */
  void satisfy(double key) {
    while (nextFinalKey() <= key) {
      ordered.get(first).stop(ordered.get(first).finalKey());
      first++;
    }
  }

  /** Stops the leaves that demand a resource, at the given key. */
  void block(int resource, double key) {
    List<IdealShareLeaf> growing = new ArrayList<>(ordered.size() - first);
    for (IdealShareLeaf leaf : ordered.subList(first, ordered.size())) {
      if (leaf.direction(resource) > 0) {
        leaf.stop(key);
      } else {
        growing.add(leaf);
      }
    }
    ordered = growing;
    first = 0;
    suffixRates = suffixRates();
  }

  private double[] suffixRates() {
    double[] rates = new double[(ordered.size() + 1) * resources];
    for (int i = ordered.size() - 1; i >= 0; i--) {
      IdealShareLeaf leaf = ordered.get(i);
      for (int j = 0; j < resources; j++) {
        rates[i * resources + j] =
            rates[(i + 1) * resources + j] + leaf.weight() * leaf.direction(j);
      }
    }
    return rates;
  }
}
