// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.incremental.demand.Least;
import io.github.yarnfair.core.scenario.Seed;
import java.util.Comparator;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The order against a plain list, while entries come, go and change places. */
class KeyOrderTest {
  private static final long SEED = Seed.of("KeyOrderTest", 34);
  private static final int WORDS = 2;

  /** What is entered, in plain view. */
  private static final class Entry {
    private static final Comparator<Entry> ORDER =
        Comparator.<Entry>comparingDouble(e -> e.key).thenComparingLong(e -> e.tieBreak);

    private final int number;
    private final long tieBreak;
    private final long[] set = new long[WORDS];
    private final double key;

    private Entry(int number, Random random) {
      this.number = number;
      tieBreak = number * 7919L % 6151; // no two alike
      key = random.nextInt(4) * random.nextInt(20) / 64.0; // often equal to another's
      for (int classes = Math.min(3, random.nextInt(10)); classes > 0; classes -= 2) {
        set[random.nextInt(WORDS)] |= 1L << random.nextInt(64);
      }
    }

    private boolean meets(long[] other) {
      return (set[0] & other[0]) != 0 || (set[1] & other[1]) != 0;
    }
  }

  @Test
  void findsLikeAPlainList() {
    for (int round = 0; round < 12; round++) {
      Random random = Seed.random(SEED, round);
      KeyOrder order = new KeyOrder(WORDS);
      Map<Integer, Entry> plain = new TreeMap<>();
      int most = 3 << round;
      for (int step = 0; step < 6000; step++) {
        // Waves: a few are scanned, more play tournaments, later there are few again, or none.
        boolean filling = step / 2000 % 2 == 0;
        int number = random.nextInt(most);
        if (plain.containsKey(number) && random.nextInt(filling ? 8 : 2) == 0) {
          order.remove(number);
          plain.remove(number);
        } else if (filling || plain.containsKey(number)) {
          put(order, plain, new Entry(number, random));
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

  private static void put(KeyOrder order, Map<Integer, Entry> plain, Entry entry) {
    order.put(entry.number, entry.key, entry.tieBreak, entry.set, 0);
    plain.put(entry.number, entry);
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

  /** Numbers grow, so that entries that were scanned are handed over to tournaments. */
  @Test
  void containsWhatWasPutAndNothingElse() {
    Random random = Seed.random(SEED, 99);
    KeyOrder order = new KeyOrder(WORDS);
    Map<Integer, Entry> plain = new TreeMap<>();
    for (int step = 0; step < 1000; step++) {
      int bound = 1 + step / 5;
      put(order, plain, new Entry(random.nextInt(bound), random));
      int other = random.nextInt(bound);
      if (plain.remove(other) != null) {
        order.remove(other);
      }
      for (int number = 0; number <= bound; number++) {
        assertThat(order.contains(number)).isEqualTo(plain.containsKey(number));
      }
      compare(order, plain, random, "step " + step);
    }
  }

  /** Each key is less than all before it. */
  @Test
  void lastOfDescendingKeysIsFirst() {
    int count = 3000;
    KeyOrder order = new KeyOrder(1);
    for (int entry = 0; entry < count; entry++) {
      order.put(entry, count - entry, entry, new long[] {1L << entry % 61}, 0);
    }
    for (int demandClass = 0; demandClass < 61; demandClass++) {
      int last = count - 1 - (count - 1 - demandClass) % 61;
      assertThat(order.first(new long[] {1L << demandClass}, 0).entry).isEqualTo(last);
      assertThat(order.leastKey(demandClass)).isEqualTo(count - last);
    }
  }

  @Test
  void keysBelowZeroAreBeforeAllOthersAndTieBreaksDecideBetweenThem() {
    for (int last : new int[] {5, 500}) {
      KeyOrder order = new KeyOrder(1);
      KeyOrder reversed = new KeyOrder(1);
      for (int entry = 0; entry <= last; entry++) {
        double key = entry % 2 == 0 ? -1.0 : 0.25;
        order.put(entry, key, entry, new long[] {1}, 0);
        reversed.put(entry, key, last - entry, new long[] {1}, 0);
      }
      assertThat(order.first(new long[] {3}, 0).entry).isZero();
      assertThat(reversed.first(new long[] {3}, 0).entry).isEqualTo(last - last % 2);
      assertThat(reversed.first(new long[] {3}, 0).key).isEqualTo(-1.0);
    }
  }

  /** Sets of two words where one is empty. */
  @Test
  void entryThatCanUseOtherClassesNowIsFoundByThoseAlone() {
    for (int entry : new int[] {3, 300}) {
      KeyOrder order = new KeyOrder(WORDS);
      order.put(entry, 0.5, 1, new long[] {1, 0}, 0);
      order.put(entry, 0.5, 1, new long[] {0, 4}, 0);
      assertThat(order.leastKey(0)).isEqualTo(Double.POSITIVE_INFINITY);
      assertThat(order.first(new long[] {-1L, 3}, 0).entry).isEqualTo(Least.NONE);
      assertThat(order.first(new long[] {0, 4}, 0).entry).isEqualTo(entry);
      assertThat(order.size()).isEqualTo(1);
    }
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
}
