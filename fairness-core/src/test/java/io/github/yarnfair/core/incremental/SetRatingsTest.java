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
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The sums against the rule written out, while queues come, change and go. */
class SetRatingsTest {
  private static final long SEED = Seed.of("SetRatingsTest", 52);
  private static final int RESOURCES = 3;
  private static final int WORDS = 2;
  private static final int LEAVES = 5;

  /** A queue in plain view, and as it is followed. */
  private abstract static class Queue {
    final long[] below = new long[WORDS];
    final long[] usable = new long[WORDS];
    final double weight;

    Queue(Random random) {
      weight = 1 + random.nextInt(3);
    }

    /** Lets something below change. */
    abstract void follow(Random random);

    /** Enters this queue, as it stands now, below another. */
    abstract void put(SetRatings parent, int entry);

    abstract double[] unscaled();

    /** What an unblocked queue counts for, by the rule. */
    abstract double[] countedBy(long[] classes);

    final double[] counted(long[] classes) {
      return isBlocked(classes) ? unscaled() : countedBy(narrowed(classes));
    }

    final boolean isBlocked(long[] classes) {
      return Arrays.stream(narrowed(classes)).allMatch(word -> word == 0);
    }

    private long[] narrowed(long[] classes) {
      return new long[] {classes[0] & usable[0], classes[1] & usable[1]};
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

  private static final class LeafQueue extends Queue {
    private final KeyOrder leaves = new KeyOrder(RESOURCES, WORDS);
    private final LeafChange change = new LeafChange(RESOURCES);
    private final ClassRatings ratings = new ClassRatings(leaves, RESOURCES, WORDS, change);
    private final double[][] usage = new double[LEAVES][RESOURCES];
    private final double[] key = new double[LEAVES];
    private final long[][] set = new long[LEAVES][WORDS];

    private LeafQueue(Random random) {
      super(random);
      for (int leaf = 0; leaf < LEAVES; leaf++) {
        // Few classes each, so that many sets are of no use to a queue.
        set[leaf][random.nextInt(WORDS)] |= 1L << random.nextInt(6);
        change(leaf, random);
      }
      ratings.recompute(below, 0);
      limit(random);
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
    @Override
    void follow(Random random) {
      int leaf = random.nextInt(LEAVES);
      change.formerKey = key[leaf];
      System.arraycopy(usage[leaf], 0, change.formerUsage, 0, RESOURCES);
      change(leaf, random);
      change.key = key[leaf];
      System.arraycopy(usage[leaf], 0, change.usage, 0, RESOURCES);
      ratings.update(set[leaf], below, 0);
      if (random.nextInt(4) == 0) {
        limit(random);
      }
    }

    @Override
    void put(SetRatings parent, int entry) {
      double[] unscaled = unscaled();
      ratings.weights.set(weight);
      parent.put(entry, entry, ratings, keyOf(unscaled), unscaled, usable, 0);
    }

    @Override
    double[] unscaled() {
      double[] sum = new double[RESOURCES];
      for (double[] part : usage) {
        add(sum, part, 1.0);
      }
      return sum;
    }

    @Override
    double[] countedBy(long[] classes) {
      double least = Double.POSITIVE_INFINITY;
      for (int leaf = 0; leaf < LEAVES; leaf++) {
        boolean isBlocked = (set[leaf][0] & classes[0]) == 0 && (set[leaf][1] & classes[1]) == 0;
        least = isBlocked ? least : Math.min(least, key[leaf]);
      }
      double[] sum = new double[RESOURCES];
      for (int leaf = 0; leaf < LEAVES; leaf++) {
        add(sum, usage[leaf], key[leaf] > least ? least / key[leaf] : 1.0);
      }
      return sum;
    }
  }

  private static final class ParentQueue extends Queue {
    private final SetRatings ratings;
    private final double[] shift;
    private final @Nullable Queue[] children;

    private ParentQueue(Random random, int mostChildren, int levelsBelow, double[] shift) {
      super(random);
      this.shift = shift;
      ratings = new SetRatings(new ClassContest(WORDS), RESOURCES, WORDS, shift);
      children = new Queue[2 + random.nextInt(mostChildren - 1)];
      for (int entry = 0; entry < children.length; entry++) {
        enter(entry, random, levelsBelow);
      }
      limit(random);
    }

    private void enter(int entry, Random random, int levelsBelow) {
      children[entry] =
          levelsBelow > 0 && random.nextInt(3) > 0
              ? new ParentQueue(random, 5, levelsBelow - 1, shift)
              : new LeafQueue(random);
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
    void put(SetRatings parent, int entry) {
      double[] unscaled = unscaled();
      ratings.weights.set(weight);
      ratings.recompute();
      parent.put(entry, ratings, keyOf(unscaled), unscaled, usable, 0);
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
    double[] countedBy(long[] classes) {
      double least = Double.POSITIVE_INFINITY;
      for (Queue child : children) {
        if (child != null && !child.isBlocked(classes)) {
          least = Math.min(least, child.keyOf(child.counted(classes)));
        }
      }
      double[] sum = new double[RESOURCES];
      for (Queue child : children) {
        if (child != null) {
          double[] counted = child.counted(classes);
          double key = child.keyOf(counted);
          add(sum, counted, key > least ? least / key : 1.0);
        }
      }
      return sum;
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
    int steps = TestSize.of(1500);
    for (int round = 0; round < 40; round++) {
      Random random = Seed.random(SEED, round);
      double[] shift = new double[SetRatings.shiftLength(RESOURCES)];
      int mostChildren = round == 2 ? 100 : round % 2 == 0 ? 20 : 6;
      ParentQueue queue = new ParentQueue(random, mostChildren, round % 4, shift);
      // More sets than there are numbers, so that numbers are given anew.
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
    assertThat(withBlocked).isBetween(read / 20, read - read / 20);
  }

  /** Otherwise each change would cost as much as if all sets that ever fitted an offer did so. */
  @Test
  void forgetsASetThatNoOfferFitsAnyMore() {
    Random random = Seed.random(SEED, 40);
    ParentQueue queue =
        new ParentQueue(random, 6, 0, new double[SetRatings.shiftLength(RESOURCES)]);
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
