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

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Who has the least key, against a table that is looked through, while keys rise and fall. */
class ShapeContestTest {
  private static final long SEED = Seed.of("ShapeContestTest", 83);
  private static final double NOBODY = Double.POSITIVE_INFINITY;
  private static final int WORDS = 2;

  /** Who stands there, in plain view. */
  private static final class Table {
    private final double[][] key;
    private final long[] rank;
    private final int shapes;
    private final Random random;
    private final ShapeContest contest = new ShapeContest(WORDS);
    private long clock;

    private Table(int entries, int shapes, Random random) {
      key = new double[entries][shapes];
      rank = new long[entries];
      this.shapes = shapes;
      this.random = random;
      for (double[] keys : key) {
        Arrays.fill(keys, NOBODY);
      }
    }

    private void change(int entry) {
      if (Arrays.stream(key[entry]).allMatch(k -> k == NOBODY)) {
        // Who came later need not stand behind those of a lesser number.
        rank[entry] = ++clock;
      }
      boolean leaves = random.nextInt(12) == 0;
      for (int shape = 0; shape < shapes; shape++) {
        if (leaves || random.nextInt(3) == 0) {
          // Few different keys, so that many are equal.
          key[entry][shape] = leaves ? NOBODY : random.nextInt(6) / 4.0;
          contest.put(entry, shape, key[entry][shape], rank[entry]);
        }
      }
    }

    private double least(int shape) {
      return Arrays.stream(key).mapToDouble(keys -> keys[shape]).min().orElseThrow();
    }

    private boolean isIn(long[] set, int shape) {
      return (set[shape >> 6] >>> shape & 1) != 0;
    }

    private double leastOf(int entry, long[] set) {
      double least = NOBODY;
      for (int shape = 0; shape < shapes; shape++) {
        least = isIn(set, shape) ? Math.min(least, key[entry][shape]) : least;
      }
      return least;
    }

    private int first(long[] set) {
      int first = KeyOrder.NONE;
      for (int entry = 0; entry < key.length; entry++) {
        double own = leastOf(entry, set);
        double best = first == KeyOrder.NONE ? NOBODY : leastOf(first, set);
        if (own < best || (own == best && own < NOBODY && rank[entry] < rank[first])) {
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
        table.contest.find(set, 0);
        int first = table.first(set);
        assertThat(table.contest.first()).as(where).isEqualTo(first);
        double key = first == KeyOrder.NONE ? NOBODY : table.leastOf(first, set);
        assertThat(table.contest.firstKey()).as(where).isEqualTo(key);
        assertThat(table.contest.leastKey(set, 0)).as(where).isEqualTo(key);
        if (first != KeyOrder.NONE) {
          assertThat(table.contest.firstRank()).as(where).isEqualTo(table.rank[first]);
          assertThat(table.isIn(set, table.contest.firstShape())).as(where).isTrue();
        }
        compareShapes(table, where);
      }
    }
  }

  @Test
  void emptyColumnIsEmptyTournamentOnceThereAreMany() {
    ShapeContest contest = new ShapeContest(WORDS);
    contest.put(0, 3, 0.5, 1);
    contest.put(0, 3, NOBODY, 1);
    contest.put(40, 5, 0.25, 2);
    assertThat(contest.leastKey(3)).isEqualTo(NOBODY);
    assertThat(contest.leastKey(5)).isEqualTo(0.25);
  }

  private static void compareShapes(Table table, String where) {
    double former = 0.0;
    for (int shape : table.contest.sorted()) {
      double least = table.contest.leastKey(shape);
      assertThat(least).as(where).isGreaterThanOrEqualTo(former);
      assertThat(least).as(where).isEqualTo(shape < table.shapes ? table.least(shape) : NOBODY);
      former = least;
    }
  }
}
