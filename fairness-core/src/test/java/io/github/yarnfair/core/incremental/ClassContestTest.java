// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.incremental.demand.Least;
import io.github.yarnfair.core.scenario.Seed;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Who has the least key, against a table that is looked through, while keys rise and fall. */
class ClassContestTest {
  private static final long SEED = Seed.of("ClassContestTest", 83);
  private static final double NOBODY = Double.POSITIVE_INFINITY;
  private static final int WORDS = 2;

  /** Who stands there, in plain view. */
  private static final class Table {
    private final double[][] key;
    private final long[] tieBreak;
    private final int classes;
    private final Random random;
    private final ClassContest contest = new ClassContest(WORDS);
    private long clock;

    private Table(int entries, int classes, Random random) {
      key = new double[entries][classes];
      tieBreak = new long[entries];
      this.classes = classes;
      this.random = random;
      for (double[] keys : key) {
        Arrays.fill(keys, NOBODY);
      }
    }

    private void change(int entry) {
      if (Arrays.stream(key[entry]).allMatch(k -> k == NOBODY)) {
        // Who came later need not stand behind those of a lesser number.
        tieBreak[entry] = ++clock;
      }
      boolean leaves = random.nextInt(12) == 0;
      for (int demandClass = 0; demandClass < classes; demandClass++) {
        if (leaves || random.nextInt(3) == 0) {
          // Few different keys, so that many are equal.
          key[entry][demandClass] = leaves ? NOBODY : random.nextInt(6) / 4.0;
          contest.put(entry, demandClass, key[entry][demandClass], tieBreak[entry]);
        }
      }
    }

    private double least(int demandClass) {
      return Arrays.stream(key).mapToDouble(keys -> keys[demandClass]).min().orElseThrow();
    }

    private boolean isIn(long[] set, int demandClass) {
      return (set[demandClass >> 6] >>> demandClass & 1) != 0;
    }

    private double leastOf(int entry, long[] set) {
      double least = NOBODY;
      for (int demandClass = 0; demandClass < classes; demandClass++) {
        least = isIn(set, demandClass) ? Math.min(least, key[entry][demandClass]) : least;
      }
      return least;
    }

    private int first(long[] set) {
      int first = Least.NONE;
      for (int entry = 0; entry < key.length; entry++) {
        double own = leastOf(entry, set);
        double best = first == Least.NONE ? NOBODY : leastOf(first, set);
        if (own < best || (own == best && own < NOBODY && tieBreak[entry] < tieBreak[first])) {
          first = entry;
        }
      }
      return first;
    }
  }

  @Test
  void findsLikeATableThatIsLookedThrough() {
    for (int round = 0; round < 24; round++) {
      Random random = Seed.random(SEED, round);
      // From few, who are looked through, to more, who come while others stand there.
      Table table = new Table(1 << round % 8, 1 + random.nextInt(WORDS * Long.SIZE), random);
      int seen = 1;
      for (int step = 0; step < 400; step++) {
        String where = "round " + round + ", step " + step;
        seen = step % 3 == 0 ? Math.min(table.key.length, seen + 1) : seen;
        table.change(random.nextInt(seen));
        long[] set = {random.nextLong(1L << 20), random.nextLong(4)};
        Least found = table.contest.first(set, 0);
        int first = table.first(set);
        assertThat(found.entry).as(where).isEqualTo(first);
        double key = first == Least.NONE ? NOBODY : table.leastOf(first, set);
        assertThat(found.key).as(where).isEqualTo(key);
        assertThat(table.contest.leastKey(set, 0)).as(where).isEqualTo(key);
        if (first != Least.NONE) {
          assertThat(found.tieBreak).as(where).isEqualTo(table.tieBreak[first]);
          assertThat(table.isIn(set, table.contest.firstClass())).as(where).isTrue();
        }
        compareClasses(table, where);
      }
    }
  }

  @Test
  void emptyColumnIsEmptyTournamentOnceThereAreMany() {
    ClassContest contest = new ClassContest(WORDS);
    contest.put(0, 3, 0.5, 1);
    contest.put(0, 3, NOBODY, 1);
    contest.put(40, 5, 0.25, 2);
    assertThat(contest.leastKey(3)).isEqualTo(NOBODY);
    assertThat(contest.leastKey(5)).isEqualTo(0.25);
  }

  private static void compareClasses(Table table, String where) {
    double former = 0.0;
    for (int demandClass : table.contest.sorted()) {
      double least = table.contest.leastKey(demandClass);
      assertThat(least).as(where).isGreaterThanOrEqualTo(former);
      assertThat(least)
          .as(where)
          .isEqualTo(demandClass < table.classes ? table.least(demandClass) : NOBODY);
      former = least;
    }
  }
}
