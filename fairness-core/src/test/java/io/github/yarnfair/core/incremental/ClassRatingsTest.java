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
import io.github.yarnfair.core.scenario.TestSize;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The ratings against the rule written out, while leaves hold more or less and want other tasks.
 */
class ClassRatingsTest {
  private static final long SEED = Seed.of("ClassRatingsTest", 71);
  private static final int WORDS = 2;
  private static final int CLASSES = 100;

  /** How often a rating was seen to move, and how often to stay. */
  private int moved;

  private int stayed;

  /** A queue of leaves, in plain view. */
  private static final class Queue {
    private final Random random;
    private final int resources;
    private final double weight;
    private final double[][] task;
    private final int[] tasks;
    private final double[] leafWeight;
    private final long[][] set;
    private final long[] below = new long[WORDS];

    /** The classes that the parent asks for. */
    private final long[] asked = new long[WORDS];

    /** The class that was asked for after that, or -1. */
    private int askedAlso;

    private final KeyOrder order;
    private final LeafChange change;
    private final ClassRatings ratings;

    private Queue(int leaves, int resources, Random random) {
      this.random = random;
      this.resources = resources;
      weight = 0.5 + random.nextInt(3);
      task = new double[leaves][resources];
      tasks = new int[leaves];
      leafWeight = new double[leaves];
      set = new long[leaves][WORDS];
      order = new KeyOrder(resources, WORDS);
      change = new LeafChange(resources);
      ratings = new ClassRatings(order, resources, WORDS, change);
      for (int leaf = 0; leaf < leaves; leaf++) {
        leafWeight[leaf] = 1 + random.nextInt(3);
        want(leaf);
        put(leaf);
      }
      findBelow();
      ratings.recompute(below, 0);
      settle();
    }

    /** Rates the queue for other classes now and then, and for all again. */
    private void settle() {
      boolean isAll = random.nextInt(4) == 0;
      boolean isOther = random.nextInt(6) == 0;
      for (int w = 0; w < WORDS; w++) {
        asked[w] = isAll ? below[w] : isOther ? below[w] & random.nextLong() : asked[w] & below[w];
      }
      ratings.weights.set(weight);
      ratings.rate(asked, 0);
      int demandClass = random.nextInt(CLASSES);
      askedAlso = -1;
      if (random.nextInt(4) == 0 && (below[demandClass >> 6] >>> demandClass & 1) != 0) {
        boolean isMore = (asked[demandClass >> 6] >>> demandClass & 1) == 0;
        assertThat(ratings.rateAlso(demandClass)).isEqualTo(isMore);
        asked[demandClass >> 6] |= 1L << demandClass;
        askedAlso = demandClass;
      }
    }

    private void want(int leaf) {
      Arrays.setAll(task[leaf], j -> random.nextInt(5) / 1024.0);
      Arrays.fill(set[leaf], 0L);
      for (int i = random.nextInt(3); i >= 0; i--) {
        // Many leaves have few classes in common, and now and then one of its own.
        int demandClass = random.nextInt(random.nextInt(8) == 0 ? CLASSES : 6) * 37 % CLASSES;
        set[leaf][demandClass >> 6] |= 1L << demandClass;
      }
    }

    private void findBelow() {
      Arrays.fill(below, 0L);
      for (long[] each : set) {
        Arrays.setAll(below, w -> below[w] | each[w]);
      }
    }

    private double[] usage(int leaf) {
      return Arrays.stream(task[leaf]).map(amount -> amount * tasks[leaf]).toArray();
    }

    private double key(int leaf) {
      return Arrays.stream(usage(leaf)).max().getAsDouble() / leafWeight[leaf];
    }

    private void put(int leaf) {
      order.put(leaf, key(leaf), leaf, usage(leaf), 0, set[leaf], 0);
    }

    /** Lets a leaf hold a task more or less, or now and then hold and want something else. */
    private void change() {
      int leaf = random.nextInt(tasks.length);
      change.formerKey = key(leaf);
      System.arraycopy(usage(leaf), 0, change.formerUsage, 0, resources);
      long[] wanted = set[leaf].clone();
      if (random.nextInt(10) == 0) {
        want(leaf);
      } else {
        tasks[leaf] = Math.max(0, tasks[leaf] + (random.nextBoolean() ? 1 : -1));
      }
      Arrays.setAll(wanted, w -> wanted[w] | set[leaf][w]);
      put(leaf);
      findBelow();
      change.key = key(leaf);
      System.arraycopy(usage(leaf), 0, change.usage, 0, resources);
      ratings.update(wanted, below, 0);
      settle();
    }

    private double least(int demandClass) {
      double least = Double.POSITIVE_INFINITY;
      for (int leaf = 0; leaf < set.length; leaf++) {
        boolean canUse = (set[leaf][demandClass >> 6] >>> demandClass & 1) != 0;
        least = canUse ? Math.min(least, key(leaf)) : least;
      }
      return least;
    }

    /** What the queue counts for if a class alone fits, by the rule. */
    private double[] counted(int demandClass) {
      double least = least(demandClass);
      double[] sum = new double[resources];
      for (int leaf = 0; leaf < set.length; leaf++) {
        double factor = key(leaf) > least ? least / key(leaf) : 1.0;
        double[] part = usage(leaf);
        Arrays.setAll(sum, j -> sum[j] + part[j] * factor);
      }
      return sum;
    }

    private double[] rated(int demandClass) {
      double[] direction = new double[resources];
      ratings.readDirection(demandClass, direction);
      double key = ratings.key(demandClass);
      return Arrays.stream(direction).map(part -> part * key).toArray();
    }
  }

  @Test
  void followLikeTheRuleForEveryClass() {
    int steps = TestSize.of(700);
    for (int round = 0; round < 40; round++) {
      Random random = Seed.random(SEED, round);
      // Up to more than are looked through; resources in fours, and some left over.
      Queue queue = new Queue(1 + random.nextInt(round < 30 ? 30 : 90), 1 + round % 9, random);
      for (int step = 0; step < steps; step++) {
        String where = "round " + round + ", step " + step;
        double[] formerKeys = keys(queue);
        queue.change();
        compare(queue, formerKeys, where);
      }
    }
    assertThat(moved).isGreaterThan(70 * steps);
    assertThat(stayed).isGreaterThan(7 * steps);
  }

  private static double[] keys(Queue queue) {
    double[] keys = new double[CLASSES];
    Arrays.fill(keys, Double.NaN);
    classes(queue.asked).forEach(demandClass -> keys[demandClass] = queue.ratings.key(demandClass));
    return keys;
  }

  private static IntStream classes(long[] set) {
    return BitSet.valueOf(set).stream();
  }

  private void compare(Queue queue, double[] formerKeys, String where) {
    classes(queue.asked)
        .forEach(
            demandClass -> {
              double[] expected = queue.counted(demandClass);
              double key = Arrays.stream(expected).max().getAsDouble() / queue.weight;
              assertThat(queue.rated(demandClass))
                  .as(where)
                  .containsExactly(expected, within(1e-12));
              assertThat(queue.ratings.key(demandClass)).as(where).isCloseTo(key, within(1e-12));
              if (queue.ratings.hasMoved(demandClass)) {
                moved++;
              } else if (demandClass != queue.askedAlso) {
                stayed++;
                assertThat(queue.ratings.key(demandClass))
                    .as(where)
                    .isEqualTo(formerKeys[demandClass]);
              }
            });
    int[] order = new int[queue.ratings.count()];
    Arrays.setAll(order, queue.ratings::inOrder);
    assertThat(order).as(where).containsExactlyInAnyOrder(classes(queue.below).toArray());
    for (int i = 1; i < order.length; i++) {
      assertThat(queue.least(order[i])).as(where).isGreaterThanOrEqualTo(queue.least(order[i - 1]));
    }
  }
}
