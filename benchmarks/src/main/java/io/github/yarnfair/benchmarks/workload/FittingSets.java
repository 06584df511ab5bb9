// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.workload;

import io.github.yarnfair.core.tree.Offer;
import java.util.HashSet;
import java.util.Set;

/** Which kinds of demand fit the offers as they are opened, and how often that set changes. */
public final class FittingSets {
  private final DemandKinds kinds;
  private final Set<Long> distinct = new HashSet<>();
  private long offers;
  private long changes;
  private long last;

  public FittingSets(DemandKinds kinds) {
    this.kinds = kinds;
  }

  void observe(Offer offer) {
    long set = kinds.fitting(offer);
    if (offers > 0 && set != last) {
      changes++;
    }
    offers++;
    last = set;
    distinct.add(set);
  }

  /** Returns how many different sets there were. */
  public int distinct() {
    return distinct.size();
  }

  /** Returns the part of the offers whose set was not the previous one's; 0 before the second. */
  public double changed() {
    return offers > 1 ? (double) changes / (offers - 1) : 0.0;
  }
}
