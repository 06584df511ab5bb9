// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OfferTest {
  private final Offer offer = new Offer(2);

  @Test
  void givesAwayWhatIsThere() {
    long[] amounts = {5, 3};
    offer.open(amounts);
    offer.take(new long[] {2, 3});
    assertThat(offer.free(0)).isEqualTo(3);
    assertThat(offer.free(1)).isZero();
    assertThat(amounts).containsExactly(5, 3);
  }

  @Test
  void refusesToGiveMoreAndChangesNothing() {
    offer.open(new long[] {5, 3});
    assertThatThrownBy(() -> offer.take(new long[] {5, 4}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("[5, 4] does not fit [5, 3]");
    assertThat(offer.free(0)).isEqualTo(5);
  }

  @Test
  void overcommittedAmountCountsAsZero() {
    offer.open(new long[] {-4, 3});
    assertThat(offer.free(0)).isZero();
  }

  @Test
  void skippedLeavesAreForgottenByTheNextOffer() {
    assertThat(offer.isSkipped(0)).isFalse();
    offer.open(new long[] {1, 1});
    offer.skip(40);
    assertThat(offer.isSkipped(40)).isTrue();
    assertThat(offer.isSkipped(39)).isFalse();
    assertThat(offer.isSkipped(4000)).isFalse();
    offer.open(new long[] {1, 1});
    assertThat(offer.isSkipped(40)).isFalse();
  }
}
