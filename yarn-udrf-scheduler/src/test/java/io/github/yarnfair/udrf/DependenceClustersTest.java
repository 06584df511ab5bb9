// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.udrf;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DependenceClustersTest {
  private static final long SEED = Seed.of("DependenceClustersTest", 18);

  private final DependenceClusters clusters = new DependenceClusters();

  /** The paper's example; pairs are the CPUs of its four classes. */
  @Test
  void usersThatShareAPairAreInOneClusterAlsoThroughOthers() {
    clusters.put(1, 0, 1);
    clusters.put(2, 1, 2);
    clusters.put(3, 2);
    clusters.put(4, 3);
    assertThat(clusters.clusters()).containsExactly(List.of(1, 2, 3), List.of(4));
    assertThat(clusters.clusterOf(3)).containsExactly(1, 2, 3);
    assertThat(clusters.count()).isEqualTo(2);
  }

  @Test
  void departureOfTheUserThatConnectsOthersDividesThem() {
    clusters.put(1, 0, 1);
    clusters.put(2, 1, 2);
    clusters.put(3, 2);
    clusters.remove(2);
    assertThat(clusters.clusters()).containsExactly(List.of(1), List.of(3));
    clusters.remove(1);
    clusters.remove(3);
    assertThat(clusters.clusters()).isEmpty();
    assertThat(clusters.clusterOf(3)).isEmpty();
  }

  @Test
  void userThatNeedsOtherPairsChangesItsCluster() {
    clusters.put(1, 0);
    clusters.put(2, 0, 5);
    clusters.put(3, 5);
    clusters.put(2, 0, 0);
    assertThat(clusters.clusters()).containsExactly(List.of(1, 2), List.of(3));
    clusters.put(2);
    assertThat(clusters.clusters()).containsExactly(List.of(1), List.of(2), List.of(3));
    clusters.put(2, 5);
    assertThat(clusters.clusters()).containsExactly(List.of(1), List.of(2, 3));
  }

  @Test
  void removingAnUnknownUserChangesNothing() {
    clusters.put(1, 0);
    clusters.remove(2);
    assertThat(clusters.clusters()).containsExactly(List.of(1));
  }

  @Test
  void clustersEqualThoseSearchedFromScratchAfterEachRandomChange() {
    for (int round = 0; round < TestSize.of(200); round++) {
      Random random = Seed.random(SEED, round);
      DependenceClusters followed = new DependenceClusters();
      Map<Integer, int[]> users = new TreeMap<>();
      int pairs = 3 + random.nextInt(20);
      for (int change = 0; change < 100; change++) {
        int user = random.nextInt(12);
        if (random.nextInt(3) == 0) {
          followed.remove(user);
          users.remove(user);
        } else {
          int[] needed = random.ints(random.nextInt(4), 0, pairs).toArray();
          followed.put(user, needed);
          users.put(user, needed);
        }
        assertThat(followed.clusters())
            .as("round %d, change %d, %s", round, change, users.keySet())
            .isEqualTo(searched(users));
        assertThat(followed.count()).isEqualTo(followed.clusters().size());
      }
    }
  }

  /** 2,000 clusters of ten users with three pairs each: no change costs more than its own. */
  @Test
  void changeCostsTheSizeOfItsClustersNotTheNumberOfUsers() {
    int size = 10;
    int most = 0;
    for (int others : new int[] {0, 2_000}) {
      DependenceClusters many = new DependenceClusters();
      for (int c = 0; c <= others; c++) {
        for (int i = 0; i < size; i++) {
          many.put(c * size + i, pairs(c, i));
        }
      }
      assertThat(many.count()).isEqualTo(others + 1);
      int cost = costOfChanges(many, size);
      if (others == 0) {
        most = cost;
      }
      assertThat(cost).isEqualTo(most).isLessThanOrEqualTo(6 * 8 * size);
    }
  }

  /** Makes a user leave, come back, and change its pairs; returns the steps of all. */
  private static int costOfChanges(DependenceClusters clusters, int size) {
    long before = clusters.steps();
    clusters.remove(4);
    assertThat(clusters.clusterOf(0)).hasSize(4);
    clusters.put(4, pairs(0, 4));
    assertThat(clusters.clusterOf(0)).hasSize(size);
    clusters.put(4, 1_000_000);
    assertThat(clusters.clusterOf(5)).hasSize(5);
    clusters.put(4, pairs(0, 4));
    assertThat(clusters.clusterOf(0)).hasSize(size);
    return (int) (clusters.steps() - before);
  }

  /** Returns the pairs of a user of a cluster, one of which the next user needs too. */
  private static int[] pairs(int cluster, int user) {
    int base = 100 * cluster;
    return new int[] {base + user, base + user + 1, base + 50 + user};
  }

  private static List<List<Integer>> searched(Map<Integer, int[]> users) {
    List<List<Integer>> found = new ArrayList<>();
    TreeSet<Integer> left = new TreeSet<>(users.keySet());
    while (!left.isEmpty()) {
      List<Integer> component = new ArrayList<>(List.of(left.pollFirst()));
      for (int i = 0; i < component.size(); i++) {
        int[] own = users.get(component.get(i));
        for (int other : List.copyOf(left)) {
          if (Arrays.stream(users.get(other)).anyMatch(p -> contains(own, p))) {
            component.add(other);
            left.remove(other);
          }
        }
      }
      found.add(component.stream().sorted().toList());
    }
    return found;
  }

  private static boolean contains(int[] pairs, int pair) {
    return Arrays.stream(pairs).anyMatch(p -> p == pair);
  }
}
