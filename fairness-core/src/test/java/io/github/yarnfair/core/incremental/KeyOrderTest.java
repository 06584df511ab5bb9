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
  private static final int MOST_RESOURCES = 9;
  private static final int WORDS = 2;

  /** What is entered, in plain view. */
  private static final class Entry {
    private static final Comparator<Entry> ORDER =
        Comparator.<Entry>comparingDouble(e -> e.key).thenComparingLong(e -> e.tieBreak);

    private final int number;
    private final long tieBreak;
    private final double[] usage;
    private final long[] set = new long[WORDS];
    private double key;

    private Entry(int number, int resources, Random random) {
      this.number = number;
      tieBreak = number * 7919L % 6151; // no two alike
      usage = new double[resources];
      for (int j = 0; j < resources; j++) {
        usage[j] = random.nextInt(4) * random.nextInt(20) / 64.0;
        key = Math.max(key, usage[j]);
      }
      for (int classes = Math.min(3, random.nextInt(10)); classes > 0; classes -= 2) {
        set[random.nextInt(WORDS)] |= 1L << random.nextInt(64);
      }
    }

    private boolean meets(long[] other) {
      return (set[0] & other[0]) != 0 || (set[1] & other[1]) != 0;
    }
  }

  @Test
  void findsAndAddsUpLikeAPlainList() {
    for (int round = 0; round < 12; round++) {
      Random random = Seed.random(SEED, round);
      int resources = 1 + round % MOST_RESOURCES;
      KeyOrder order = new KeyOrder(resources, WORDS);
      KeyOrder bare = new KeyOrder(0, WORDS);
      Map<Integer, Entry> plain = new TreeMap<>();
      int most = 3 << round;
      for (int step = 0; step < 6000; step++) {
        // Waves: many blocks split, and later merge until nobody is left.
        boolean filling = step / 2000 % 2 == 0;
        int number = random.nextInt(most);
        if (plain.containsKey(number) && random.nextInt(filling ? 8 : 2) == 0) {
          order.remove(number);
          bare.remove(number);
          plain.remove(number);
        } else if (filling || plain.containsKey(number)) {
          Entry entry = new Entry(number, resources, random);
          order.put(number, entry.key, entry.tieBreak, entry.usage, 0, entry.set, 0);
          bare.put(number, entry.key, entry.tieBreak, entry.usage, 0, entry.set, 0);
          plain.put(number, entry);
        }
        if (step % 50 == 0) {
          String where = "round " + round + ", step " + step;
          compare(order, plain, random, where);
          compare(bare, plain, random, where);
          compareSums(order, plain, resources, random, where);
        }
      }
      plain.keySet().forEach(order::remove);
      plain.keySet().forEach(bare::remove);
      plain.clear();
      compare(order, plain, random, "emptied");
      compare(bare, plain, random, "emptied");
      compareSums(order, plain, resources, random, "emptied");
    }
  }

  private static long someBits(Random random) {
    long bits = random.nextLong();
    return bits & random.nextLong();
  }

  private static double least(Map<Integer, Entry> plain, int demandClass) {
    return plain.values().stream()
        .filter(e -> (e.set[demandClass >> 6] >>> demandClass & 1) != 0)
        .mapToDouble(e -> e.key)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** What is entered stands there as it was, also after it was entered again. */
  @Test
  void readsWhatWasPut() {
    Random random = Seed.random(SEED, 99);
    KeyOrder order = new KeyOrder(5, WORDS);
    Map<Integer, Entry> plain = new TreeMap<>();
    for (int step = 0; step < 1000; step++) {
      Entry entry = new Entry(random.nextInt(1 + step / 5), 5, random);
      order.put(entry.number, entry.key, entry.tieBreak, entry.usage, 0, entry.set, 0);
      plain.put(entry.number, entry);
      for (int number = 0; number <= 1 + step / 5; number++) {
        Entry expected = plain.get(number);
        assertThat(order.contains(number)).isEqualTo(expected != null);
        if (expected != null) {
          double[] usage = new double[5];
          assertThat(order.read(number, usage)).isEqualTo(expected.key);
          assertThat(usage).containsExactly(expected.usage);
        }
      }
    }
  }

  /** Each key is less than all before it, so that it is always the first block that splits. */
  @Test
  void findsAndAddsUpWhatCameInDescendingOrder() {
    int count = 3000;
    KeyOrder order = new KeyOrder(1, 1);
    for (int entry = 0; entry < count; entry++) {
      double[] usage = {count - entry};
      order.put(entry, usage[0], entry, usage, 0, new long[] {1L << entry % 61}, 0);
    }
    for (int bound = 1; bound <= count; bound += 7) {
      double[] sum = {0};
      order.addCutDown(bound, sum, 0);
      double expected = bound * (bound + 1) / 2.0 + (double) bound * (count - bound);
      assertThat(sum[0]).as("up to %d", bound).isCloseTo(expected, within(1e-9 * expected));
    }
    for (int demandClass = 0; demandClass < 61; demandClass++) {
      int last = count - 1 - (count - 1 - demandClass) % 61;
      assertThat(order.first(new long[] {1L << demandClass}, 0).entry).isEqualTo(last);
    }
  }

  /** Keys below 0 stand before all others, are not cut down, and none is summed if m is 0. */
  @Test
  void takesKeysBelowZeroAndWithoutUsage() {
    for (int last : new int[] {5, 500}) {
      KeyOrder order = new KeyOrder(1, 1);
      KeyOrder bare = new KeyOrder(0, 1);
      for (int entry = 0; entry <= last; entry++) {
        double[] usage = {entry % 2 == 0 ? 0.5 : 0.25};
        double key = entry % 2 == 0 ? -1.0 : 0.25;
        order.put(entry, key, entry, usage, 0, new long[] {1}, 0);
        bare.put(entry, key, last - entry, new double[0], 0, new long[] {1}, 0);
      }
      int cutDown = last / 2 + last % 2;
      double[] sum = {0};
      order.addCutDown(0.0, sum, 0);
      assertThat(sum[0]).isCloseTo((last + 1 - cutDown) * 0.5, within(1e-12));
      assertThat(order.first(new long[] {3}, 0).entry).isZero();
      assertThat(bare.first(new long[] {3}, 0).entry).isEqualTo(last - last % 2);
      assertThat(bare.first(new long[] {3}, 0).key).isEqualTo(-1.0);
    }
  }

  /** Of what is cut down to nothing not even a rounding error is left: others divide by it. */
  @Test
  void leavesNothingOfWhatIsCutDownToZero() {
    KeyOrder order = new KeyOrder(3, 1);
    for (int entry = 0; entry < 40; entry++) {
      double[] usage = {entry * 1e-3, entry * 1e-9, entry};
      order.put(entry, entry, entry, usage, 0, new long[] {1}, 0);
    }
    double[] sum = new double[3];
    order.addCutDown(order.leastKey(0), sum, 0);
    assertThat(sum).containsExactly(0.0, 0.0, 0.0);
  }

  private static void compare(
      KeyOrder order, Map<Integer, Entry> plain, Random random, String where) {
    long[] set = {someBits(random), someBits(random)};
    Entry first = plain.values().stream().filter(e -> e.meets(set)).min(Entry.ORDER).orElse(null);
    Least found = order.first(set, 0);
    assertThat(found.entry).as(where).isEqualTo(first == null ? Least.NONE : first.number);
    assertThat(found.key).as(where).isEqualTo(first == null ? Double.POSITIVE_INFINITY : first.key);
    assertThat(found.tieBreak).as(where).isEqualTo(first == null ? Long.MAX_VALUE : first.tieBreak);
    int demandClass = random.nextInt(Long.SIZE * WORDS);
    assertThat(order.leastKey(demandClass)).as(where).isEqualTo(least(plain, demandClass));
    assertThat(order.size()).as(where).isEqualTo(plain.size());
  }

  private static void compareSums(
      KeyOrder order, Map<Integer, Entry> plain, int resources, Random random, String where) {
    double bound = random.nextBoolean() ? order.leastKey(random.nextInt(64)) : random.nextDouble();
    double[] sum = new double[resources];
    order.addCutDown(bound, sum, 0);
    for (int j = 0; j < resources; j++) {
      int resource = j;
      double expected =
          plain.values().stream()
              .mapToDouble(e -> e.usage[resource] * (e.key > bound ? bound / e.key : 1.0))
              .sum();
      assertThat(sum[j]).as(where).isCloseTo(expected, within(1e-12 * Math.max(1, expected)));
    }
  }
}
