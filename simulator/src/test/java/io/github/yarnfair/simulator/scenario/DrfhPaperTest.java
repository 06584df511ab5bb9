// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.nodes.BestFit;
import io.github.yarnfair.core.nodes.FirstFit;
import io.github.yarnfair.core.nodes.NodeScore;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.simulator.drfh.DrfhAllocation;
import io.github.yarnfair.simulator.drfh.DrfhUser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The DRFH paper's own figures: 1 to 3, and 4 of section VI. What comes out beside what they print:
 * {@code docs/experiments/drfh.md}.
 */
class DrfhPaperTest {
  private static final long SEED = Seed.of("DrfhPaperTest", 4);

  /** Table I in hundredths of the largest server: number of servers, CPUs, memory. */
  private static final long[][] TABLE_1 = {
    {6732, 50, 50},
    {3863, 50, 25},
    {1001, 50, 75},
    {795, 100, 100},
    {126, 25, 25},
    {52, 50, 12},
    {5, 50, 3},
    {5, 50, 97},
    {3, 100, 50},
    {1, 50, 6}
  };

  private static final int SERVERS = 100;
  private static final int DRAWS = 20;
  private static final DrfhUser USER_1 = endless(20, 30);
  private static final DrfhUser USER_2 = endless(50, 10);
  private static final DrfhUser USER_3 = endless(10, 30);

  /** In fifths of a CPU and of a GB. */
  @Test
  void figures1To3() {
    List<long[]> servers = List.of(new long[] {10, 60}, new long[] {60, 10});
    List<DrfhUser> users = List.of(endless(1, 5), endless(5, 1));
    DrfhAllocation exact = DrfhAllocation.of(DrfhAllocation.classesOf(servers), users);
    ServerFilling bestFit = new ServerFilling(servers, users).fill(new BestFit(2));
    ServerFilling firstFit = new ServerFilling(servers, users).fill(new FirstFit());
    ServerFilling perServer = new ServerFilling(servers, users).fillEachByItsOwnDrf();
    for (int i = 0; i < 2; i++) {
      assertThat(exact.dominantShare(i)).isEqualTo(5.0 / 7, within(1e-9));
      assertThat(exact.tasks(i)).isEqualTo(10.0, within(1e-9));
      assertThat(bestFit.tasks(i)).isEqualTo(10);
      assertThat(firstFit.tasks(i)).isEqualTo(6);
      assertThat(perServer.tasks(i)).isEqualTo(6);
    }
  }

  /**
   * The servers are 100 drawn from Table I; which, the paper does not say but for their sum of
   * 52.75 CPUs. Its shares are 0.62 alone, 0.44 with user 2, 0.26 with user 3, and about 0.45 for
   * users 2 and 3.
   */
  @Test
  void figure4() {
    expect("user 1 alone", List.of(USER_1), 0.55, 0.75);
    expect("users 1 and 2", List.of(USER_1, USER_2), 0.41, 0.48);
    expect("users 1 to 3", List.of(USER_1, USER_2, USER_3), 0.25, 0.31);
    expect("users 2 and 3", List.of(USER_2, USER_3), 0.41, 0.52);
  }

  private static void expect(String who, List<DrfhUser> users, double least, double most) {
    double[] bestFit = new double[DRAWS];
    double[] firstFit = new double[DRAWS];
    double[] exact = new double[DRAWS];
    for (int draw = 0; draw < DRAWS; draw++) {
      List<long[]> servers = draw(Seed.random(SEED, draw));
      DrfhAllocation lp = DrfhAllocation.of(DrfhAllocation.classesOf(servers), users);
      exact[draw] = lp.dominantShare(0);
      bestFit[draw] = leastShare(servers, users, new BestFit(2));
      firstFit[draw] = leastShare(servers, users, new FirstFit());
      for (int i = 0; i < users.size(); i++) {
        assertThat(lp.dominantShare(i)).as("%s, draw %d", who, draw).isPositive();
      }
      assertThat(bestFit[draw])
          .as("%s, draw %d", who, draw)
          .isLessThanOrEqualTo(exact[draw] + 1e-9);
    }
    System.out.printf(
        Locale.ROOT,
        "%-14s best fit %s, first fit %s, exact %s%n",
        who,
        text(bestFit),
        text(firstFit),
        text(exact));
    assertThat(Arrays.stream(bestFit).average().orElseThrow()).as(who).isBetween(least, most);
  }

  /**
   * Table II: what slots leave unused. The paper's tasks are those of a Google trace, which is not
   * at hand; ours are 20 users' with needs drawn between 0.01 and 0.2 of the largest server.
   */
  @Test
  void slotsLeaveMoreUnusedThanBestFitDoes() {
    double[][] bestFit = new double[2][DRAWS];
    for (int draw = 0; draw < DRAWS; draw++) {
      Random random = Seed.random(SEED, draw);
      List<long[]> servers = draw(random);
      List<DrfhUser> users = randomUsers(random);
      put(bestFit, draw, utilisation(servers, users, bestFitTasks(servers, users)));
    }
    System.out.printf(Locale.ROOT, "%-16s %s%n", "best fit", text(bestFit[0]) + text(bestFit[1]));
    for (int slots : new int[] {10, 12, 14, 16, 20}) {
      double[][] bySlots = new double[2][DRAWS];
      for (int draw = 0; draw < DRAWS; draw++) {
        Random random = Seed.random(SEED, draw);
        List<long[]> servers = draw(random);
        List<DrfhUser> users = randomUsers(random);
        SlotFilling filling = new SlotFilling(servers, users, slots).fill();
        put(bySlots, draw, utilisation(servers, users, filling::tasks));
        for (int r = 0; r < 2; r++) {
          assertThat(bySlots[r][draw]).as("%d slots, draw %d", slots, draw).isPositive();
          assertThat(bySlots[r][draw])
              .as("%d slots, draw %d, resource %d", slots, draw, r)
              .isLessThan(bestFit[r][draw]);
        }
      }
      System.out.printf(
          Locale.ROOT, "%-16s %s%n", slots + " slots", text(bySlots[0]) + text(bySlots[1]));
    }
  }

  private static List<DrfhUser> randomUsers(Random random) {
    return IntStream.range(0, 20)
        .mapToObj(i -> endless(1 + random.nextInt(20), 1 + random.nextInt(20)))
        .toList();
  }

  private static IntToLongFunction bestFitTasks(List<long[]> servers, List<DrfhUser> users) {
    return new ServerFilling(servers, users).fill(new BestFit(2))::tasks;
  }

  private static void put(double[][] byResource, int draw, double[] values) {
    for (int r = 0; r < values.length; r++) {
      byResource[r][draw] = values[r];
    }
  }

  /** Returns the part of all servers' resources that tasks use. */
  private static double[] utilisation(
      List<long[]> servers, List<DrfhUser> users, IntToLongFunction tasks) {
    double[] used = new double[2];
    for (int r = 0; r < 2; r++) {
      int resource = r;
      for (int i = 0; i < users.size(); i++) {
        used[r] += tasks.applyAsLong(i) * users.get(i).demand()[r];
      }
      used[r] /= servers.stream().mapToLong(server -> server[resource]).sum();
    }
    return used;
  }

  private static List<long[]> draw(Random random) {
    int all = Arrays.stream(TABLE_1).mapToInt(row -> (int) row[0]).sum();
    List<long[]> servers = new ArrayList<>();
    for (int s = 0; s < SERVERS; s++) {
      int at = random.nextInt(all);
      int row = 0;
      while (at >= TABLE_1[row][0]) {
        at -= (int) TABLE_1[row++][0];
      }
      servers.add(new long[] {TABLE_1[row][1], TABLE_1[row][2]});
    }
    return servers;
  }

  /** Returns the least dominant share among the users when the servers are filled from empty. */
  private static double leastShare(List<long[]> servers, List<DrfhUser> users, NodeScore score) {
    ServerFilling filling = new ServerFilling(servers, users).fill(score);
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < users.size(); i++) {
      double share = 0.0;
      for (int r = 0; r < 2; r++) {
        int resource = r;
        long total = servers.stream().mapToLong(server -> server[resource]).sum();
        share = Math.max(share, filling.tasks(i) * users.get(i).demand()[r] / (double) total);
      }
      least = Math.min(least, share);
    }
    return least;
  }

  private static String text(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return String.format(
        Locale.ROOT,
        "%.3f (%.3f to %.3f)",
        Arrays.stream(values).average().orElseThrow(),
        sorted[0],
        sorted[sorted.length - 1]);
  }

  private static DrfhUser endless(long... demand) {
    return new DrfhUser(demand, 1, Demand.ENDLESS);
  }
}
