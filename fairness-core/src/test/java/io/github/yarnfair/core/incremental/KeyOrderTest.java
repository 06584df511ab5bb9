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
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.scenario.Seed;
import java.util.Comparator;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The order against a plain list, while entries come, go and change places. */
class KeyOrderTest {
  private static final long SEED = Seed.of("KeyOrderTest", 34);
  private static final int RESOURCES = 3;
  private static final int WORDS = 2;

  /** What is entered, in plain view. */
  private static final class Entry {
    private static final Comparator<Entry> ORDER =
        Comparator.<Entry>comparingDouble(e -> e.key).thenComparingLong(e -> e.rank);

    private final int number;
    private final long rank;
    private final double[] usage = new double[RESOURCES];
    private final long[] set = new long[WORDS];
    private double key;

    private Entry(int number, Random random) {
      this.number = number;
      rank = number * 7919L % 4001;
      for (int j = 0; j < RESOURCES; j++) {
        usage[j] = random.nextInt(4) * random.nextInt(20) / 64.0;
        key = Math.max(key, usage[j]);
      }
      set[random.nextInt(WORDS)] = 1L << random.nextInt(64);
    }

    private boolean meets(long[] other) {
      return (set[0] & other[0]) != 0 || (set[1] & other[1]) != 0;
    }
  }

  @Test
  void findsAndAddsUpLikeAPlainList() {
    for (int round = 0; round < 12; round++) {
      Random random = Seed.random(SEED, round);
      KeyOrder order = new KeyOrder(RESOURCES, WORDS);
      Map<Integer, Entry> plain = new TreeMap<>();
      int most = 3 << round;
      for (int step = 0; step < 6000; step++) {
        // Waves: many blocks split, and later merge until nobody is left.
        boolean filling = step / 2000 % 2 == 0;
        int number = random.nextInt(most);
        if (plain.containsKey(number) && random.nextInt(filling ? 8 : 2) == 0) {
          order.remove(number);
          plain.remove(number);
        } else if (filling || plain.containsKey(number)) {
          Entry entry = new Entry(number, random);
          order.put(number, entry.key, entry.rank, entry.usage, 0, entry.set, 0);
          plain.put(number, entry);
        }
        if (step % 50 == 0) {
          compare(order, plain, random, "round " + round + ", step " + step);
        }
      }
      plain.keySet().forEach(order::remove);
      plain.clear();
      compare(order, plain, random, "emptied");
    }
  }

  private static long someBits(Random random) {
    long bits = random.nextLong();
    return bits & random.nextLong();
  }

  private static void compare(
      KeyOrder order, Map<Integer, Entry> plain, Random random, String where) {
    long[] set = {someBits(random), someBits(random)};
    Entry first = plain.values().stream().filter(e -> e.meets(set)).min(Entry.ORDER).orElse(null);
    assertThat(order.first(set, 0))
        .as(where)
        .isEqualTo(first == null ? KeyOrder.NONE : first.number);
    assertThat(order.firstKey())
        .as(where)
        .isEqualTo(first == null ? Double.POSITIVE_INFINITY : first.key);
    double bound = random.nextBoolean() ? order.firstKey() : random.nextDouble();
    double[] sum = new double[RESOURCES];
    order.addCutDown(bound, sum, 0);
    for (int j = 0; j < RESOURCES; j++) {
      int resource = j;
      double expected =
          plain.values().stream()
              .mapToDouble(e -> e.usage[resource] * (e.key > bound ? bound / e.key : 1.0))
              .sum();
      assertThat(sum[j]).as(where).isCloseTo(expected, within(1e-12 * Math.max(1, expected)));
    }
  }
}
