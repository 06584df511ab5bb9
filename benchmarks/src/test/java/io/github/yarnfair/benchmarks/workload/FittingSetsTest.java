// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.tree.Offer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Counting which sets of kinds fit the offers. */
class FittingSetsTest {
  private final DemandKinds kinds = new DemandKinds(12, 2, new SplittableRandom(1));
  private final FittingSets sets = new FittingSets(kinds);
  private final Offer offer = new Offer(2);

  @Test
  void differentSetsAndChangesAreCounted() {
    observe(0, 0);
    observe(100, 100);
    observe(90, 90);
    observe(0, 0);
    assertThat(sets.distinct()).isEqualTo(2);
    assertThat(sets.changed()).isCloseTo(2.0 / 3, within(1e-12));
  }

  @Test
  void oneOfferHasNothingToDifferFrom() {
    observe(100, 100);
    assertThat(sets.distinct()).isEqualTo(1);
    assertThat(sets.changed()).isZero();
  }

  @Test
  void kindsThatNeedNoCpuFitWithoutAny() {
    offer.open(new long[] {100, 0});
    for (int kind = 0; kind < kinds.count(); kind++) {
      boolean fits = (kinds.fitting(offer) >> kind & 1) == 1;
      assertThat(fits).isEqualTo(kinds.vector(kind)[DemandKinds.CPU] == 0);
    }
    assertThat(Long.bitCount(kinds.fitting(offer))).isEqualTo(2);
  }

  private void observe(long... free) {
    offer.open(free);
    sets.observe(offer);
  }
}
