// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.drfh;

import io.github.yarnfair.core.tree.Demand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The exact DRFH allocation of divisible tasks: W. Wang, B. Li and B. Liang, "Dominant Resource
 * Fairness in Cloud Computing Systems with Heterogeneous Servers", INFOCOM 2014, section IV,
 * problem (7), with the weights and finite tasks of section V-A.
 *
 * <p>The global dominant share of a user, s_i = Σ_l g_il over the servers, is the largest share of
 * any resource of the whole cluster that it holds. In rounds, the shares of all active users grow
 * in proportion to their weights as far as Σ_i g_il · d_ir ≤ c_lr allows on every server l for
 * every resource r; a user that has all of its tasks, or cannot grow while the others keep what
 * they have, keeps its share from then on. So the shares by weight are max-min fair, and no user
 * can have more unless one with as little or less has less. Identical servers are one class with
 * the sum of their capacities, since divisible tasks can be spread over them evenly.
 *
 * <p>The paper assumes that each task needs some of each resource. Here it may need none: then it
 * runs on servers without that resource too. A user whose tasks need nothing at all has the share 0
 * and all of its tasks; so has one that no server has everything for, but none of its tasks.
 *
 * <pre>
 *   DrfhAllocation exact = DrfhAllocation.of(classes, users);
 *   double share = exact.dominantShare(user);
 *   double there = exact.tasks(user, serverClass);      // not rounded to whole tasks
 * </pre>
 *
 * <p>A result is immutable. It takes at most one linear program for each user, of users × classes
 * variables: 0.02 s for 30 users and 10 classes, 3 s for 200 users. Not for a scheduling thread.
 */
public final class DrfhAllocation {
  private final List<DrfhUser> users;
  private final MaxMinRounds rounds;

  /** By user, the dominant share of one task. */
  private final double[] dominant;

  private DrfhAllocation(List<DrfhUser> users, MaxMinRounds rounds, double[] dominant) {
    this.users = users;
    this.rounds = rounds;
    this.dominant = dominant;
  }

  /**
   * Computes the allocation.
   *
   * @throws IllegalArgumentException if there is no server, or vectors differ in length
   * @throws IllegalStateException if the solver fails
   */
  public static DrfhAllocation of(List<ServerClass> classes, List<DrfhUser> users) {
    if (classes.isEmpty()) {
      throw new IllegalArgumentException("no server: expected at least one");
    }
    int resources = classes.get(0).capacity().length;
    classes.forEach(servers -> checkLength(servers.capacity(), resources));
    users.forEach(user -> checkLength(user.demand(), resources));
    double[] total = new double[resources];
    Arrays.setAll(total, r -> classes.stream().mapToDouble(servers -> servers.total(r)).sum());
    double[][] demand = new double[users.size()][resources];
    double[] dominant = new double[users.size()];
    for (int i = 0; i < demand.length; i++) {
      for (int r = 0; r < resources; r++) {
        demand[i][r] = total[r] > 0 ? users.get(i).demand()[r] / total[r] : 0.0;
        dominant[i] = Math.max(dominant[i], demand[i][r]);
      }
    }
    MaxMinRounds rounds = new MaxMinRounds(classes, total, users, demand);
    rounds.run();
    return new DrfhAllocation(List.copyOf(users), rounds, dominant);
  }

  private static void checkLength(long[] amounts, int resources) {
    if (amounts.length != resources) {
      throw new IllegalArgumentException(
          Arrays.toString(amounts) + ": expected " + resources + " amounts");
    }
  }

  /** Returns the classes of single servers, in the order of the first server of each. */
  public static List<ServerClass> classesOf(List<long[]> servers) {
    Map<List<Long>, Long> counts = new LinkedHashMap<>();
    for (long[] server : servers) {
      counts.merge(Arrays.stream(server).boxed().toList(), 1L, Long::sum);
    }
    List<ServerClass> classes = new ArrayList<>();
    counts.forEach(
        (capacity, count) ->
            classes.add(
                new ServerClass(capacity.stream().mapToLong(Long::longValue).toArray(), count)));
    return classes;
  }

  /** Returns a user's global dominant share, a fraction of the cluster. */
  public double dominantShare(int user) {
    return rounds.share(user);
  }

  /**
   * Returns how many tasks of a user run, not rounded to whole ones; +∞ if they need nothing and
   * are {@linkplain Demand#ENDLESS endless}.
   */
  public double tasks(int user) {
    if (needsNothing(user)) {
      return users.get(user).mostTasks();
    }
    return rounds.share(user) > 0 ? rounds.share(user) / dominant[user] : 0.0;
  }

  /**
   * Returns how many tasks of a user run on the servers of a class together, not rounded to whole
   * ones; 0 if they need nothing, as they may run anywhere.
   */
  public double tasks(int user, int serverClass) {
    return dominant[user] > 0 ? rounds.part(user, serverClass) / dominant[user] : 0.0;
  }

  private boolean needsNothing(int user) {
    return Arrays.stream(users.get(user).demand()).allMatch(amount -> amount == 0);
  }
}
