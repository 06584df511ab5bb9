// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.drfh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.core.tree.Demand;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the paper proves of the allocation, on random servers and users. */
class DrfhAllocationRandomTest {
  private static final long SEED = Seed.of("DrfhAllocationRandomTest", 52);
  private static final double ROUNDING = 1e-6;

  @Test
  void theAllocationIsFeasibleAndParetoEfficientAndMaxMin() {
    for (int round = 0; round < TestSize.of(1000, 150); round++) {
      Instance random = new Instance(Seed.random(SEED, round), 5, 1 + round % 3);
      DrfhAllocation allocation = random.allocation();
      PlainMaxMin plain = new PlainMaxMin(random.servers, random.users);
      double[] shares = new double[random.users.size()];
      for (int i = 0; i < shares.length; i++) {
        shares[i] = allocation.dominantShare(i);
      }
      assertFeasible(random, allocation, "round " + round);
      for (int i = 0; i < shares.length; i++) {
        assertThat(plain.most(i, shares))
            .as("round %d: what user %d could have, %s", round, i, random)
            .isCloseTo(shares[i], within(ROUNDING));
      }
      assertThat(shares)
          .as("round %d, %s", round, random)
          .containsExactly(plain.shares(), within(ROUNDING));
    }
  }

  @Test
  void onOneServerItIsDrf() {
    for (int round = 0; round < 300; round++) {
      Instance random = new Instance(Seed.random(SEED, 10_000 + round), 1, 1 + round % 4);
      assertSame(
          SingleServerDrf.shares(random.servers.get(0), random.users), random, "round " + round);
    }
  }

  @Test
  void withOneResourceItIsMaxMin() {
    for (int round = 0; round < 300; round++) {
      Instance random = new Instance(Seed.random(SEED, 20_000 + round), 6, 1);
      long total = random.servers.stream().mapToLong(server -> server[0]).sum();
      assertSame(
          SingleServerDrf.shares(new long[] {total}, random.users), random, "round " + round);
    }
  }

  @Test
  void identicalServersAreAsGoodAsOneClassOfThem() {
    for (int round = 0; round < 100; round++) {
      Instance random = new Instance(Seed.random(SEED, 30_000 + round), 4, 3);
      List<ServerClass> separate =
          random.servers.stream().map(server -> new ServerClass(server, 1)).toList();
      assertThat(separate.size()).isGreaterThanOrEqualTo(random.classes().size());
      DrfhAllocation expected = DrfhAllocation.of(separate, random.users);
      double[] shares = new double[random.users.size()];
      for (int i = 0; i < shares.length; i++) {
        shares[i] = expected.dominantShare(i);
      }
      assertSame(shares, random, "round " + round);
    }
  }

  /** Equal users tie in every row: the prices of some may be 0 although none can grow. */
  @Test
  void manyEqualUsersHaveEqualShares() {
    List<DrfhUser> users = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      users.add(new DrfhUser(i % 2 == 0 ? new long[] {1, 4} : new long[] {4, 1}, 1, 1000));
    }
    DrfhAllocation allocation =
        DrfhAllocation.of(
            List.of(new ServerClass(new long[] {8, 8}, 7), new ServerClass(new long[] {8, 8}, 5)),
            users);
    for (int i = 0; i < users.size(); i++) {
      assertThat(allocation.dominantShare(i)).isCloseTo(1.0 / 15, within(1e-9));
    }
  }

  private static void assertSame(double[] expected, Instance random, String where) {
    DrfhAllocation allocation = random.allocation();
    for (int i = 0; i < expected.length; i++) {
      assertThat(allocation.dominantShare(i))
          .as("%s: user %d, %s", where, i, random)
          .isCloseTo(expected[i], within(ROUNDING));
    }
  }

  private static void assertFeasible(Instance random, DrfhAllocation allocation, String where) {
    List<ServerClass> classes = random.classes();
    for (int i = 0; i < random.users.size(); i++) {
      double sum = 0.0;
      for (int l = 0; l < classes.size(); l++) {
        assertThat(allocation.tasks(i, l)).as(where).isNotNegative();
        sum += allocation.tasks(i, l);
      }
      assertThat(sum).as(where).isCloseTo(allocation.tasks(i), within(ROUNDING));
      assertThat(sum).as(where).isLessThanOrEqualTo(random.users.get(i).mostTasks() + ROUNDING);
    }
    for (int l = 0; l < classes.size(); l++) {
      for (int r = 0; r < classes.get(l).capacity().length; r++) {
        double held = 0.0;
        for (int i = 0; i < random.users.size(); i++) {
          held += allocation.tasks(i, l) * random.users.get(i).demand()[r];
        }
        assertThat(held).as(where).isLessThanOrEqualTo(classes.get(l).total(r) + ROUNDING);
      }
    }
  }

  /** Servers and users; each user needs something, each server has something of each resource. */
  private static final class Instance {
    private final List<long[]> servers = new ArrayList<>();
    private final List<DrfhUser> users = new ArrayList<>();

    private Instance(Random random, int mostServers, int resources) {
      List<long[]> kinds = new ArrayList<>();
      for (int k = 0; k < 3; k++) {
        kinds.add(amounts(random, resources, 5, 40));
      }
      int count = 1 + random.nextInt(mostServers);
      for (int l = 0; l < count; l++) {
        servers.add(kinds.get(random.nextInt(kinds.size())));
      }
      int userCount = 1 + random.nextInt(6);
      for (int i = 0; i < userCount; i++) {
        long[] demand = amounts(random, resources, 1, 5);
        int without = random.nextInt(2 * resources);
        if (without < resources && resources > 1) {
          demand[without] = 0;
        }
        long tasks = random.nextBoolean() ? Demand.ENDLESS : random.nextInt(15);
        users.add(new DrfhUser(demand, 1 + random.nextInt(3), tasks));
      }
    }

    private static long[] amounts(Random random, int resources, int least, int most) {
      return random.longs(resources, least, most + 1).toArray();
    }

    private List<ServerClass> classes() {
      return DrfhAllocation.classesOf(servers);
    }

    private DrfhAllocation allocation() {
      return DrfhAllocation.of(classes(), users);
    }

    @Override
    public String toString() {
      return classes() + " " + users;
    }
  }
}
