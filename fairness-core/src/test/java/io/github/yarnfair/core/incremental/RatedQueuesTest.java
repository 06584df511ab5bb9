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
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The sums against the rule written out, while queues come, change and go. */
class RatedQueuesTest {
  private static final long SEED = Seed.of("RatedQueuesTest", 52);
  private static final int RESOURCES = 3;
  private static final int WORDS = 2;
  private static final int LEAVES = 5;

  /** A queue of leaves, in plain view. */
  private static final class Queue {
    private final KeyOrder leaves = new KeyOrder(RESOURCES, WORDS);
    private final ShapeRatings ratings = new ShapeRatings(leaves, RESOURCES, WORDS);
    private final double[][] usage = new double[LEAVES][RESOURCES];
    private final double[] key = new double[LEAVES];
    private final long[][] set = new long[LEAVES][WORDS];
    private final long[] below = new long[WORDS];
    private final long[] usable = new long[WORDS];
    private final double weight;

    private Queue(Random random) {
      weight = 1 + random.nextInt(3);
      for (int leaf = 0; leaf < LEAVES; leaf++) {
        // Few shapes each, so that many sets are of no use to a queue.
        set[leaf][random.nextInt(WORDS)] |= 1L << random.nextInt(6);
        change(leaf, random);
      }
      ratings.rate(below, 0, weight);
    }

    private void change(int leaf, Random random) {
      for (int j = 0; j < RESOURCES; j++) {
        usage[leaf][j] = random.nextInt(4) * random.nextInt(20) / 64.0;
      }
      key[leaf] = Arrays.stream(usage[leaf]).max().getAsDouble() / (1 + leaf % 2);
      leaves.put(leaf, key[leaf], leaf, usage[leaf], 0, set[leaf], 0);
      for (int w = 0; w < WORDS; w++) {
        below[w] |= set[leaf][w];
      }
    }

    /** Lets a leaf hold something else, told as a difference. */
    private void follow(Random random) {
      int leaf = random.nextInt(LEAVES);
      double formerKey = key[leaf];
      double[] formerUsage = usage[leaf].clone();
      change(leaf, random);
      ratings.follow(formerKey, formerUsage, key[leaf], usage[leaf], set[leaf], below, 0, weight);
    }

    /** Lets a limit keep some shapes out, or no longer. */
    private void limit(Random random) {
      boolean limited = random.nextInt(3) == 0;
      for (int w = 0; w < WORDS; w++) {
        usable[w] = limited ? below[w] & random.nextLong() : below[w];
      }
    }

    private double[] unscaled() {
      double[] sum = new double[RESOURCES];
      for (double[] part : usage) {
        add(sum, part, 1.0);
      }
      return sum;
    }

    private boolean isBlocked(long[] shapes) {
      return (shapes[0] & usable[0]) == 0 && (shapes[1] & usable[1]) == 0;
    }

    /** What the queue counts for, by the rule. */
    private double[] counted(long[] shapes) {
      if (isBlocked(shapes)) {
        return unscaled();
      }
      double least = Double.POSITIVE_INFINITY;
      for (int leaf = 0; leaf < LEAVES; leaf++) {
        long common = 0;
        for (int w = 0; w < WORDS; w++) {
          common |= set[leaf][w] & usable[w] & shapes[w];
        }
        least = common == 0 ? least : Math.min(least, key[leaf]);
      }
      double[] sum = new double[RESOURCES];
      for (int leaf = 0; leaf < LEAVES; leaf++) {
        add(sum, usage[leaf], key[leaf] > least ? least / key[leaf] : 1.0);
      }
      return sum;
    }

    private double keyOf(double[] counted) {
      return Arrays.stream(counted).max().getAsDouble() / weight;
    }
  }

  private static void add(double[] sum, double[] part, double factor) {
    for (int j = 0; j < RESOURCES; j++) {
      sum[j] += part[j] * factor;
    }
  }

  @Test
  void addsUpLikeTheRuleForEverySet() {
    int read = 0;
    int withBlocked = 0;
    for (int round = 0; round < 40; round++) {
      Random random = Seed.random(SEED, round);
      Queue[] children = new Queue[3 + random.nextInt(20)];
      RatedQueues sums = new RatedQueues(RESOURCES, WORDS);
      // More sets than there are numbers, so that numbers are given anew.
      long[][] known = new long[20 + random.nextInt(60)][];
      Arrays.setAll(known, i -> new long[] {random.nextLong(), random.nextLong(1L << 6)});
      for (int step = 0; step < 1500; step++) {
        change(children, random.nextInt(children.length), sums, random);
        long[] set = known[random.nextInt(known.length)];
        if (Arrays.stream(children).anyMatch(c -> c != null && !c.isBlocked(set))) {
          compare(children, sums, set, "round " + round + ", step " + step);
          read++;
          withBlocked +=
              Arrays.stream(children).anyMatch(c -> c != null && c.isBlocked(set)) ? 1 : 0;
        }
      }
    }
    assertThat(read).isGreaterThan(30_000);
    assertThat(withBlocked).isBetween(read / 20, read - read / 20);
  }

  private static void change(Queue[] children, int entry, RatedQueues sums, Random random) {
    if (children[entry] != null && random.nextInt(12) == 0) {
      children[entry] = null;
      sums.remove(entry);
      return;
    }
    if (children[entry] == null) {
      children[entry] = new Queue(random);
      children[entry].limit(random);
    } else {
      children[entry].follow(random);
      if (random.nextInt(4) == 0) {
        children[entry].limit(random);
      }
    }
    Queue child = children[entry];
    double[] unscaled = child.unscaled();
    sums.put(entry, child.ratings, child.keyOf(unscaled), unscaled, child.usable, 0);
  }

  private static void compare(Queue[] children, RatedQueues sums, long[] set, String where) {
    double least = Double.POSITIVE_INFINITY;
    for (Queue child : children) {
      if (child != null && !child.isBlocked(set)) {
        least = Math.min(least, child.keyOf(child.counted(set)));
      }
    }
    double[] expected = new double[RESOURCES];
    for (Queue child : children) {
      if (child != null) {
        double[] counted = child.counted(set);
        double key = child.keyOf(counted);
        add(expected, counted, key > least ? least / key : 1.0);
      }
    }
    double[] actual = new double[RESOURCES];
    sums.read(set, 0, least, actual);
    assertThat(actual).as(where).containsExactly(expected, within(1e-12));
  }
}
