// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.demand;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BitsTest {
  private final long[] set = new long[3];

  @Test
  void numbersOfAllWordsAreVisitedInOrder() {
    for (int number : new int[] {127, 0, 64, 63, 5}) {
      Bits.add(set, 1, number);
    }
    List<Integer> visited = new ArrayList<>();
    for (int w = 0; w < 2; w++) {
      for (long bits = set[1 + w]; bits != 0; bits = Bits.rest(bits)) {
        visited.add(Bits.first(w, bits));
      }
    }
    assertThat(visited).containsExactly(0, 5, 63, 64, 127);
    assertThat(set[0]).isZero();
  }

  @Test
  void removedNumberIsNoLongerIn() {
    Bits.add(set, 1, 63);
    Bits.add(set, 1, 127);
    Bits.remove(set, 1, 63);
    assertThat(Bits.contains(set, 1, 63)).isFalse();
    assertThat(Bits.contains(set, 1, 127)).isTrue();
    assertThat(Bits.isEmpty(set, 1, 1)).isTrue();
    assertThat(Bits.isEmpty(set, 1, 2)).isFalse();
  }

  @Test
  void bitStandsInItsWord() {
    assertThat(Bits.word(63)).isZero();
    assertThat(Bits.word(64)).isEqualTo(1);
    assertThat(Bits.bit(64)).isEqualTo(1L);
    assertThat(Bits.bit(70)).isEqualTo(1L << 6);
  }
}
