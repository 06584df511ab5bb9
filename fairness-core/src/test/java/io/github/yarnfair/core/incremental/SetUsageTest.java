// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.incremental;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.incremental.demand.Bits;
import io.github.yarnfair.core.incremental.pool.LeafPools;
import io.github.yarnfair.core.incremental.pool.PlainPools;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.core.tree.ShareSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The sums against the rule written out, while queues come, change and go. */
class SetUsageTest {
  private static final long SEED = Seed.of("SetUsageTest", 52);
  private static final int RESOURCES = 3;
  private static final int WORDS = 2;
  private static final int LEAVES = 5;

  /** Of which few are used, in each word, so that many sets are of no use to a queue. */
  private static final int CLASSES = 70;

  private static final int CLASSES_OF_WORD = 6;

  /** How often f was the level of one task. */
  private static int ofOneTask;

  /** A queue in plain view, and as it is followed. */
  private abstract static class Queue {
    final long[] below = new long[WORDS];
    final long[] usable = new long[WORDS];
    final double weight;
    final RandomClasses classes;

    Queue(RandomClasses classes, Random random) {
      this.classes = classes;
      weight = 1 + random.nextInt(3);
    }

    /** Lets something below change. */
    abstract void follow(Random random);

    /** Enters this queue, as it stands now, below another. */
    abstract void put(SetUsage parent, int entry);

    abstract double[] unscaled();

    /** What an unblocked queue counts for, by the rule. */
    abstract double[] countedBy(long[] set);

    final double[] counted(long[] set) {
      return isBlocked(set) ? unscaled() : countedBy(narrowed(set));
    }

    final boolean isBlocked(long[] set) {
      return Arrays.stream(narrowed(set)).allMatch(word -> word == 0);
    }

    private long[] narrowed(long[] set) {
      return new long[] {set[0] & usable[0], set[1] & usable[1]};
    }

    /** The smallest task pending below, by the queue's weight. */
    final double levelOfOneTask() {
      return classes.vectors(usable).stream()
          .mapToDouble(task -> PlainPools.size(classes.tree, task) / weight)
          .min()
          .orElse(Double.POSITIVE_INFINITY);
    }

    final double keyOf(double[] counted) {
      return Arrays.stream(counted).max().getAsDouble() / weight;
    }

    /** Lets a limit keep some classes out, or no longer. */
    final void limit(Random random) {
      boolean limited = random.nextInt(3) == 0;
      for (int w = 0; w < WORDS; w++) {
        usable[w] = limited ? below[w] & random.nextLong() : below[w];
      }
    }
  }

  /** A queue of leaves, or a leaf beside queues. */
  private static final class LeafQueue extends Queue {
    private final int queue;
    private final boolean isAlone;
    private final LeafPools pools;
    private final ClassUsage ratings;
    private final List<Integer> leaves = new ArrayList<>();

    private LeafQueue(RandomClasses classes, Random random) {
      super(classes, random);
      queue = classes.tree.addQueue(ROOT, weight);
      isAlone = random.nextInt(6) == 0;
      pools = new LeafPools(classes.tree, classes.kinds.kinds, classes.kinds.tasks);
      ratings = new ClassUsage(classes.kinds, pools, RESOURCES, WORDS);
      for (int leaf = 0; leaf < (isAlone ? 1 : LEAVES); leaf++) {
        leaves.add(classes.tree.addLeaf(queue, 1 + leaf % 2));
        want(leaf, random);
        for (int event = random.nextInt(6); event > 0; event--) {
          classes.startOrEndButLast(leaves.get(leaf));
        }
        pools.put(leaf, leaves.get(leaf));
      }
      ratings.update(isAlone, below, 0);
      limit(random);
    }

    private void want(int leaf, Random random) {
      long[] set = new long[WORDS];
      set[random.nextInt(WORDS)] |= 1L << random.nextInt(CLASSES_OF_WORD);
      classes.want(leaves.get(leaf), set);
      Arrays.fill(below, 0L);
      for (int other : leaves) {
        for (int i = 0; i < CLASSES; i++) {
          boolean isWanted = classes.isWanted(other, i);
          below[Bits.word(i)] |= isWanted ? Bits.bit(i) : 0L;
        }
      }
    }

    /** Lets a leaf hold or want something else. */
    @Override
    void follow(Random random) {
      int leaf = random.nextInt(leaves.size());
      if (random.nextInt(3) == 0) {
        want(leaf, random);
      } else {
        classes.startOrEndButLast(leaves.get(leaf));
      }
      pools.put(leaf, leaves.get(leaf));
      ratings.update(isAlone, below, 0);
      if (random.nextInt(4) == 0) {
        limit(random);
      } else {
        for (int w = 0; w < WORDS; w++) {
          usable[w] &= below[w];
        }
      }
    }

    @Override
    void put(SetUsage parent, int entry) {
      double[] unscaled = unscaled();
      ratings.weights.set(weight);
      double oneTask = levelOfOneTask();
      parent.put(entry, entry, ratings, oneTask, keyOf(unscaled), unscaled, usable, 0);
    }

    @Override
    double[] unscaled() {
      double[] sum = new double[RESOURCES];
      Arrays.setAll(sum, s -> classes.tree.usedFraction(queue, s));
      return sum;
    }

    @Override
    double[] countedBy(long[] set) {
      PlainPools plain = new PlainPools(classes.tree, leaves);
      return isAlone ? unscaled() : plain.counted(plain.least(classes.vectors(set)));
    }
  }

  private static final class ParentQueue extends Queue {
    private final SetUsage ratings;
    private final double[] shift;
    private final @Nullable Queue[] children;

    private ParentQueue(
        RandomClasses classes, Random random, int mostChildren, int levelsBelow, double[] shift) {
      super(classes, random);
      this.shift = shift;
      ratings = new SetUsage(new ClassContest(WORDS), RESOURCES, WORDS, shift);
      children = new Queue[2 + random.nextInt(mostChildren - 1)];
      for (int entry = 0; entry < children.length; entry++) {
        enter(entry, random, levelsBelow);
      }
      limit(random);
    }

    private void enter(int entry, Random random, int levelsBelow) {
      children[entry] =
          levelsBelow > 0 && random.nextInt(3) > 0
              ? new ParentQueue(classes, random, 5, levelsBelow - 1, shift)
              : new LeafQueue(classes, random);
      children[entry].put(ratings, entry);
      unite();
    }

    private void unite() {
      for (int w = 0; w < WORDS; w++) {
        below[w] = 0;
        for (Queue child : children) {
          below[w] |= child == null ? 0L : child.usable[w];
        }
        usable[w] &= below[w];
      }
    }

    @Override
    void follow(Random random) {
      int entry = random.nextInt(children.length);
      Queue child = children[entry];
      if (child == null) {
        enter(entry, random, 1);
      } else if (random.nextInt(15) == 0) {
        children[entry] = null;
        ratings.remove(entry);
      } else {
        child.follow(random);
        child.put(ratings, entry);
      }
      unite();
      if (random.nextInt(8) == 0) {
        limit(random);
      }
    }

    @Override
    void put(SetUsage parent, int entry) {
      double[] unscaled = unscaled();
      ratings.weights.set(weight);
      ratings.recompute();
      parent.put(entry, ratings, levelOfOneTask(), keyOf(unscaled), unscaled, usable, 0);
    }

    @Override
    double[] unscaled() {
      double[] sum = new double[RESOURCES];
      for (Queue child : children) {
        add(sum, child == null ? sum : child.unscaled(), child == null ? 0.0 : 1.0);
      }
      return sum;
    }

    @Override
    double[] countedBy(long[] set) {
      double[][] counted = new double[children.length][];
      double least = Double.POSITIVE_INFINITY;
      double leastKey = Double.POSITIVE_INFINITY;
      for (int i = 0; i < children.length; i++) {
        Queue child = children[i];
        counted[i] = child == null ? new double[RESOURCES] : child.counted(set);
        if (child != null && !child.isBlocked(set)) {
          double key = child.keyOf(counted[i]);
          least = Math.min(least, Math.max(key, child.levelOfOneTask()));
          leastKey = Math.min(leastKey, key);
        }
      }
      ofOneTask += least > leastKey ? 1 : 0;
      double[] sum = new double[RESOURCES];
      for (int i = 0; i < children.length; i++) {
        double key = children[i] == null ? 0.0 : children[i].keyOf(counted[i]);
        add(sum, counted[i], key > least ? least / key : 1.0);
      }
      return sum;
    }
  }

  private static void add(double[] sum, double[] part, double factor) {
    for (int j = 0; j < RESOURCES; j++) {
      sum[j] += part[j] * factor;
    }
  }

  private static RandomClasses classes(Random random) {
    return new RandomClasses(ShareSpace.ofOneClass(RESOURCES), CLASSES, random);
  }

  @Test
  void addsUpLikeTheRuleForEverySet() {
    int read = 0;
    int withBlocked = 0;
    int steps = TestSize.of(1500);
    for (int round = 0; round < 40; round++) {
      Random random = Seed.random(SEED, round);
      double[] shift = new double[SetUsage.shiftLength(RESOURCES)];
      int mostChildren = round == 2 ? 100 : round % 2 == 0 ? 20 : 6;
      RandomClasses classes = classes(random);
      ParentQueue queue = new ParentQueue(classes, random, mostChildren, round % 4, shift);
      // More sets than there are numbers, so that numbers are given again.
      long[][] known = new long[20 + random.nextInt(2) * 300][];
      Arrays.setAll(known, i -> new long[] {random.nextLong(), random.nextLong(1L << 6)});
      int[] numbers = new int[known.length];
      Arrays.fill(numbers, -1);
      for (int step = 0; step < steps; step++) {
        queue.follow(random);
        Arrays.setAll(queue.usable, w -> queue.below[w]);
        int which = random.nextInt(known.length);
        long[] set = known[which];
        if (!queue.isBlocked(set)) {
          double[] actual = new double[RESOURCES];
          // Numbers that were once the set's may be another's by now.
          numbers[which] = queue.ratings.read(set, 0, numbers[which], actual);
          assertThat(queue.ratings.lastShare())
              .isEqualTo(Arrays.stream(actual).max().getAsDouble());
          assertThat(actual)
              .as("round %d, step %d", round, step)
              .containsExactly(queue.countedBy(set), within(1e-12));
          read++;
          withBlocked +=
              Arrays.stream(queue.children).anyMatch(c -> c != null && c.isBlocked(set)) ? 1 : 0;
        }
      }
    }
    assertThat(read).isGreaterThan(20 * steps);
    System.out.println("SetUsageTest: " + read + " read, " + ofOneTask + " times f of one task");
    assertThat(ofOneTask).isGreaterThan(read / 20);
    assertThat(withBlocked).isBetween(read / 20, read - read / 20);
  }

  /** Otherwise each change would cost as much as if all sets that ever fitted an offer did so. */
  @Test
  void forgetsASetThatNoOfferFitsAnyMore() {
    Random random = Seed.random(SEED, 40);
    ParentQueue queue =
        new ParentQueue(classes(random), random, 6, 0, new double[SetUsage.shiftLength(RESOURCES)]);
    long[] often = {-1L, 0};
    long[] once = {-1L, -1L};
    double[] counted = new double[RESOURCES];
    queue.ratings.read(once, 0, -1, counted);
    for (int change = 0; change < 30; change++) {
      queue.ratings.read(often, 0, -1, counted);
      queue.children[0].follow(random);
      queue.children[0].put(queue.ratings, 0);
    }
    assertThat(queue.ratings.sets().isNew()).as("asked for between any two changes").isFalse();
    queue.ratings.read(once, 0, -1, counted);
    assertThat(queue.ratings.sets().isNew()).isTrue();
  }
}
