// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental.demand;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.tree.Amounts;
import io.github.yarnfair.core.tree.Demand;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which of many demand classes fit, more of them than a word has bits. */
class DemandClassesTest {
  private static final long SEED = Seed.of("DemandClassesTest", 35);

  private final DemandClasses classes = new DemandClasses(2);

  @Test
  void equalVectorsAreOneClassUntilTheLastIsReleased() {
    int demandClass = acquire(1, 2);
    assertThat(acquire(1, 2)).isEqualTo(demandClass);
    assertThat(acquire(2, 1)).isNotEqualTo(demandClass);
    classes.release(demandClass);
    assertThat(acquire(1, 2)).as("still in use").isEqualTo(demandClass);
    classes.release(demandClass);
    classes.release(demandClass);
    assertThat(acquire(9, 9)).as("the number is given out again").isEqualTo(demandClass);
    assertThat(fits(demandClass, 8, 9)).isFalse();
    assertThat(fits(demandClass, 9, 9)).isTrue();
  }

  @Test
  void vectorsFitWhereNoComponentExceedsTheFreeAmount() {
    Random random = Seed.random(SEED, 0);
    List<long[]> vectors = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    for (int step = 0; step < 3000; step++) {
      if (random.nextInt(10) < (step < 1500 ? 7 : 3) || vectors.isEmpty()) {
        long[] vector = {random.nextInt(20), random.nextInt(20)};
        vectors.add(vector);
        numbers.add(acquire(vector));
      } else {
        int at = random.nextInt(vectors.size());
        vectors.remove(at);
        classes.release(numbers.remove(at));
      }
      long[] free = {random.nextInt(22) - 1, random.nextInt(22) - 1};
      for (int i = 0; i < vectors.size() && step % 20 == 0; i++) {
        assertThat(fits(numbers.get(i), free))
            .as("step %d", step)
            .isEqualTo(Amounts.fits(vectors.get(i), free));
      }
    }
    assertThat(classes.words()).as("more classes than bits in a word").isGreaterThan(1);
  }

  private int acquire(long... vector) {
    return classes.acquire(Demand.of(vector, 1), 0);
  }

  private boolean fits(int demandClass, long... free) {
    long[] set = new long[classes.words()];
    classes.fitting(free, 0, set, 0);
    return (set[demandClass >> 6] & 1L << demandClass) != 0;
  }
}
