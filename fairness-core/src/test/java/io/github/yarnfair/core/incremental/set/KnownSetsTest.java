// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.set;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Numbers of sets, against a list in the order in which they were asked for. */
class KnownSetsTest {
  private static final long SEED = Seed.of("KnownSetsTest", 61);
  private static final int WORDS = 2;

  @Test
  void theSetAskedForLongestAgoGivesItsNumberUp() {
    Random random = Seed.random(SEED, 0);
    KnownSets sets = new KnownSets(WORDS);
    long[][] all = new long[400][];
    Arrays.setAll(all, i -> new long[] {random.nextLong(4), random.nextLong(1L << 40)});
    List<long[]> recent = new ArrayList<>();
    for (int step = 0; step < 20_000; step++) {
      if (step % 7 == 0 && !recent.isEmpty()) {
        long[] forgotten = recent.remove(random.nextInt(recent.size()));
        sets.forget(sets.number(forgotten, 0));
      }
      // Some are asked for more often than others.
      long[] set = all[Math.min(random.nextInt(all.length), random.nextInt(all.length))];
      int number = sets.number(set, 0);
      assertThat(sets.isNew()).as("step %d", step).isEqualTo(!recent.remove(set));
      assertThat(sets.isOf(number, set, 0)).isTrue();
      recent.add(set);
      if (recent.size() > KnownSets.MOST) {
        recent.remove(0);
      }
    }
  }

  @Test
  void aForgottenNumberIsGivenToTheNextNewSet() {
    KnownSets sets = new KnownSets(1);
    long[][] all = {{1}, {2}, {3}, {4}};
    for (int i = 0; i < 3; i++) {
      assertThat(sets.number(all[i], 0)).isEqualTo(i);
    }
    sets.forget(1);
    assertThat(sets.number(all[2], 0, 2)).isEqualTo(2);
    assertThat(sets.isNew()).isFalse();
    assertThat(sets.number(all[3], 0)).isEqualTo(1);
    assertThat(sets.number(all[1], 0, 1)).as("a guess from before").isEqualTo(3);
    assertThat(sets.isNew()).isTrue();
  }

  @Test
  void aForgottenSetIsNewEvenIfItsOldNumberIsGuessed() {
    KnownSets sets = new KnownSets(1);
    long[] set = {5};
    int number = sets.number(set, 0);
    sets.forget(number);
    assertThat(sets.number(set, 0, number)).isEqualTo(number);
    assertThat(sets.isNew()).isTrue();
  }

  @Test
  void aSetInUseKeepsItsNumber() {
    KnownSets sets = new KnownSets(1);
    int used = sets.number(new long[] {1L << 40}, 0);
    sets.use(used);
    for (long set = 1; set < 1000; set++) {
      assertThat(sets.number(new long[] {set}, 0))
          .isNotEqualTo(used)
          .isBetween(0, KnownSets.MOST - 1);
    }
    assertThat(sets.number(new long[] {1L << 40}, 0)).isEqualTo(used);
    assertThat(sets.isNew()).isFalse();
    sets.release(used);
    for (long set = 1; set < 1000; set++) {
      sets.number(new long[] {set}, 0);
    }
    sets.number(new long[] {1L << 40}, 0);
    assertThat(sets.isNew()).isTrue();
  }
}
