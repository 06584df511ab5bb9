// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.incremental.demand.Bits;
import io.github.yarnfair.core.incremental.pool.LeafPools;
import io.github.yarnfair.core.incremental.pool.PlainPools;
import io.github.yarnfair.core.scenario.RandomTreeEvents;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.core.tree.ShareSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The ratings against the rule written out, while leaves hold more or less and want other tasks.
 */
class ClassUsageTest {
  private static final long SEED = Seed.of("ClassUsageTest", 71);
  private static final int WORDS = 2;
  private static final int CLASSES = 100;

  /** How often a rating was seen to move, and how often to stay. */
  private int moved;

  private int stayed;

  /** How often f was the level of one task. */
  private int ofOneTask;

  /** A queue of leaves, or a leaf beside queues, in plain view. */
  private static final class Queue {
    private final Random random;
    private final RandomClasses classes;
    private final int queue;
    private final boolean isAlone;
    private final List<Integer> leaves = new ArrayList<>();
    private final long[][] set;
    private final long[] below = new long[WORDS];

    /** The classes that the parent asks for. */
    private final long[] asked = new long[WORDS];

    /** The class that was asked for after that, or -1. */
    private int askedAlso;

    private final LeafPools pools;
    private final ClassUsage ratings;
    private PlainPools plain;

    private Queue(int count, ShareSpace space, boolean isAlone, Random random) {
      this.random = random;
      this.isAlone = isAlone;
      classes = new RandomClasses(space, CLASSES, random);
      queue = classes.tree.addQueue(ROOT, 0.5 + random.nextInt(3));
      pools = new LeafPools(classes.tree, classes.kinds.kinds, classes.kinds.tasks);
      ratings = new ClassUsage(classes.kinds, pools, space.shares(), WORDS);
      set = new long[count][WORDS];
      for (int leaf = 0; leaf < count; leaf++) {
        leaves.add(classes.tree.addLeaf(queue, 1 + random.nextInt(3)));
        want(leaf);
        pools.put(leaf, leaves.get(leaf));
      }
      settle();
    }

    /** Rates the queue for other classes at times, and for all again. */
    private void settle() {
      findBelow();
      ratings.update(isAlone, below, 0);
      plain = new PlainPools(classes.tree, leaves);
      boolean isAll = random.nextInt(4) == 0;
      boolean isOther = random.nextInt(6) == 0;
      for (int w = 0; w < WORDS; w++) {
        asked[w] = isAll ? below[w] : isOther ? below[w] & random.nextLong() : asked[w] & below[w];
      }
      ratings.weights.read(classes.tree, queue);
      ratings.rate(asked, 0);
      int demandClass = random.nextInt(CLASSES);
      askedAlso = -1;
      if (random.nextInt(4) == 0 && Bits.contains(below, 0, demandClass)) {
        boolean isMore = !Bits.contains(asked, 0, demandClass);
        assertThat(ratings.rateAlso(demandClass)).isEqualTo(isMore);
        Bits.add(asked, 0, demandClass);
        askedAlso = demandClass;
      }
    }

    /** Many leaves have few classes in common, and at times one of its own. */
    private void want(int leaf) {
      Arrays.fill(set[leaf], 0L);
      for (int i = random.nextInt(3); i >= 0; i--) {
        int demandClass = random.nextInt(random.nextInt(8) == 0 ? CLASSES : 6) * 37 % CLASSES;
        Bits.add(set[leaf], 0, demandClass);
      }
      classes.want(leaves.get(leaf), set[leaf]);
    }

    private void findBelow() {
      Arrays.fill(below, 0L);
      for (int leaf : leaves) {
        for (int i = 0; i < CLASSES; i++) {
          below[Bits.word(i)] |= classes.isWanted(leaf, i) ? Bits.bit(i) : 0L;
        }
      }
    }

    /** Lets a task start or end, or at times a leaf want something else. */
    private void change() {
      int leaf = random.nextInt(set.length);
      if (random.nextInt(10) == 0) {
        want(leaf);
      } else {
        classes.startOrEnd(leaves.get(leaf));
      }
      pools.put(leaf, leaves.get(leaf));
      settle();
    }

    /** f if a class alone fits. */
    private double least(int demandClass) {
      return isAlone ? Double.POSITIVE_INFINITY : plain.least(List.of(classes.vector(demandClass)));
    }

    private boolean isOfOneTask(int demandClass) {
      PlainPools.Pool pool = plain.pools.get(plain.kind(classes.vector(demandClass)));
      return pool != null && !isAlone && pool.level() < least(demandClass);
    }

    /** What the queue counts for if a class alone fits, by the rule. */
    private double[] counted(int demandClass) {
      return plain.counted(least(demandClass));
    }

    private double key(double[] counted) {
      double key = 0.0;
      for (int s = 0; s < counted.length; s++) {
        key = Math.max(key, counted[s] / classes.tree.weight(queue, s));
      }
      return key;
    }

    private double[] rated(int demandClass) {
      double[] direction = new double[classes.tree.space().shares()];
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
      // Resources in fours, and some left over.
      ShareSpace space =
          round % 5 == 0 ? RandomTreeEvents.classes(random) : ShareSpace.ofOneClass(1 + round % 9);
      boolean isAlone = round % 8 == 7;
      int leaves = isAlone ? 1 : 1 + random.nextInt(round < 30 ? 30 : 90);
      Queue queue = new Queue(leaves, space, isAlone, random);
      for (int step = 0; step < steps; step++) {
        String where = "round " + round + ", step " + step;
        double[] formerKeys = keys(queue);
        queue.change();
        compare(queue, formerKeys, where);
      }
    }
    System.out.println(
        "ClassUsageTest: " + moved + " moved, " + stayed + " not, f of a task " + ofOneTask);
    assertThat(moved).isGreaterThan(70 * steps);
    assertThat(stayed).isGreaterThan(7 * steps);
    assertThat(ofOneTask).isGreaterThan(7 * steps);
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
              double key = queue.key(expected);
              assertThat(queue.rated(demandClass))
                  .as(where)
                  .containsExactly(expected, within(1e-12));
              assertThat(queue.ratings.key(demandClass)).as(where).isCloseTo(key, within(1e-12));
              ofOneTask += queue.isOfOneTask(demandClass) ? 1 : 0;
              if (queue.ratings.hasMoved(demandClass)) {
                moved++;
              } else if (demandClass != queue.askedAlso && !Double.isNaN(formerKeys[demandClass])) {
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
      assertThat(queue.least(order[i]))
          .as(where)
          .isGreaterThanOrEqualTo(queue.least(order[i - 1]) * (1 - 1e-12));
    }
    if (order.length > 0) {
      assertThat(queue.ratings.first(queue.below, 0)).as(where).isEqualTo(order[0]);
      int last = order[order.length - 1];
      long[] alone = new long[WORDS];
      Bits.add(alone, 0, last);
      assertThat(queue.ratings.first(alone, 0)).as(where).isEqualTo(last);
    }
  }
}
