// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.drfh;

import io.github.yarnfair.simulator.drfh.LinearProgram.Solution;
import java.util.Arrays;
import java.util.List;

/**
 * Weighted max-min of global dominant shares in rounds, see {@link DrfhAllocation}.
 *
 * <p>The variables of a round are the parts x_il of the dominant share that user i has on class l,
 * where the class has all that a task of i needs, and the level t:
 *
 * <pre>
 *   maximise t
 *   Σ_i x_il · d_ir ≤ n_l · c_lr          for each class l and resource r
 *   w_i · t − Σ_l x_il ≤ 0                for each active user i
 *   −Σ_l x_il ≤ −s_i                      for each other user i, which has the share s_i
 *   t ≤ min (most_i / w_i)                over the active users with finite tasks
 * </pre>
 *
 * <p>After a round an active user has reached its share if it has all of its tasks, or if the price
 * of its row is positive: then the row is tight in every optimum, so that the user cannot grow
 * beyond w_i · t while the others keep w_j · t. As Σ w_i · price_i is 1 unless t is limited by the
 * tasks of a user, each round ends for at least one. A user that cannot grow although its price is
 * 0, as in a degenerate optimum, stays active; a later round does not raise t either and prices it.
 */
final class MaxMinRounds {
  /** Weighted prices from here on are not due to rounding. */
  private static final double LEAST_PRICE = 1e-9;

  /** Relative tolerance: of a share that is to be kept, and of reaching all tasks. */
  private static final double ROUNDING = 1e-12;

  private static final int NO_VARIABLE = -1;

  private final List<ServerClass> classes;
  private final double[] total;

  /** By user: what it needs of each resource as a share of the cluster, by its dominant share. */
  private final double[][] direction;

  private final double[] weight;
  private final double[] most;

  /** By user and class, the index of x_il. */
  private final int[][] variable;

  private final int level;
  private final boolean[] active;
  private final double[] share;
  private final double[][] parts;

  /**
   * Prepares the rounds.
   *
   * @param total the cluster's amount of each resource
   * @param demand by user and resource, the share of the cluster that one task needs
   */
  MaxMinRounds(List<ServerClass> classes, double[] total, List<DrfhUser> users, double[][] demand) {
    this.classes = classes;
    this.total = total;
    int count = users.size();
    direction = new double[count][];
    weight = new double[count];
    most = new double[count];
    variable = new int[count][];
    active = new boolean[count];
    share = new double[count];
    parts = new double[count][classes.size()];
    double weights = users.stream().mapToDouble(DrfhUser::weight).sum();
    int variables = 0;
    for (int i = 0; i < count; i++) {
      double dominant = Arrays.stream(demand[i]).max().orElse(0.0);
      direction[i] = Arrays.stream(demand[i]).map(d -> d / dominant).toArray();
      weight[i] = users.get(i).weight() * count / weights;
      most[i] = dominant > 0 ? dominant * users.get(i).mostTasks() : 0.0;
      variable[i] = new int[classes.size()];
      for (int l = 0; l < classes.size(); l++) {
        boolean isUsable = most[i] > 0 && hasAll(classes.get(l), users.get(i));
        variable[i][l] = isUsable ? variables++ : NO_VARIABLE;
        active[i] |= isUsable;
      }
    }
    level = variables;
  }

  private static boolean hasAll(ServerClass servers, DrfhUser user) {
    for (int r = 0; r < user.demand().length; r++) {
      if (user.demand()[r] > 0 && servers.capacity()[r] == 0) {
        return false;
      }
    }
    return true;
  }

  /** Runs all rounds. */
  void run() {
    Solution last = null;
    while (anyActive()) {
      last = round();
    }
    if (last != null) {
      keep(last);
    }
  }

  /** Returns a user's dominant share. */
  double share(int user) {
    return share[user];
  }

  /** Returns the part of a user's dominant share that is on a class. */
  double part(int user, int serverClass) {
    return parts[user][serverClass];
  }

  private boolean anyActive() {
    for (boolean isActive : active) {
      if (isActive) {
        return true;
      }
    }
    return false;
  }

  private Solution round() {
    LinearProgram program = new LinearProgram(level + 1, level);
    int rows = addCapacities(program);
    double limit = addUsers(program);
    if (limit < Double.POSITIVE_INFINITY) {
      double[] factors = new double[level + 1];
      factors[level] = 1.0;
      program.atMost(factors, limit);
    }
    Solution solution = program.solve();
    end(solution, rows);
    return solution;
  }

  /** Adds a row for each class and resource; returns the number of rows. */
  private int addCapacities(LinearProgram program) {
    int rows = 0;
    for (int l = 0; l < classes.size(); l++) {
      for (int r = 0; r < total.length; r++) {
        if (classes.get(l).capacity()[r] > 0) {
          double[] factors = new double[level + 1];
          for (int i = 0; i < variable.length; i++) {
            if (variable[i][l] != NO_VARIABLE) {
              factors[variable[i][l]] = direction[i][r];
            }
          }
          program.atMost(factors, classes.get(l).total(r) / total[r]);
          rows++;
        }
      }
    }
    return rows;
  }

  /** Adds a row for each user; returns the level at which the first has all of its tasks. */
  private double addUsers(LinearProgram program) {
    double limit = Double.POSITIVE_INFINITY;
    for (int i = 0; i < variable.length; i++) {
      double[] factors = new double[level + 1];
      for (int index : variable[i]) {
        if (index != NO_VARIABLE) {
          factors[index] = -1.0;
        }
      }
      if (active[i]) {
        factors[level] = weight[i];
        limit = Math.min(limit, most[i] / weight[i]);
      }
      program.atMost(factors, active[i] ? 0.0 : -share[i] * (1 - ROUNDING));
    }
    return limit;
  }

  /** Ends the rounds for the users that have all of their tasks or cannot grow. */
  private void end(Solution solution, int firstUserRow) {
    boolean hasEnded = false;
    for (int i = 0; i < variable.length; i++) {
      if (active[i]) {
        share[i] = weight[i] * solution.value(level);
        boolean hasAllTasks = share[i] >= most[i] * (1 - ROUNDING);
        if (hasAllTasks || weight[i] * solution.price(firstUserRow + i) > LEAST_PRICE) {
          active[i] = false;
          hasEnded = true;
        }
      }
    }
    if (!hasEnded) {
      throw new IllegalStateException("level " + solution.value(level) + " is held by no user");
    }
  }

  /** Takes the parts from the last round, in which all users have at least their shares. */
  private void keep(Solution solution) {
    for (int i = 0; i < variable.length; i++) {
      double sum = 0.0;
      for (int l = 0; l < classes.size(); l++) {
        parts[i][l] = variable[i][l] == NO_VARIABLE ? 0.0 : solution.value(variable[i][l]);
        sum += parts[i][l];
      }
      for (int l = 0; l < classes.size() && sum > 0; l++) {
        parts[i][l] *= share[i] / sum;
      }
    }
  }
}
