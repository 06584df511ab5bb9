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
package io.github.yarnfair.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.Offer;
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
