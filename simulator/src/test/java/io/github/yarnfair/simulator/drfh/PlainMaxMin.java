// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.drfh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.PivotSelectionRule;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;

/**
 * Max-min shares by a second formulation and another solver: in tasks by single server instead of
 * shares by class, and without prices. After each round it asks for each active user, by a linear
 * program of its own, whether it could have more while all others keep what they have.
 */
final class PlainMaxMin {
  private static final double TOLERANCE = 1e-7;

  private final List<long[]> servers;
  private final List<DrfhUser> users;
  private final double[] perTask;
  private final double[] share;

  PlainMaxMin(List<long[]> servers, List<DrfhUser> users) {
    this.servers = servers;
    this.users = users;
    perTask = new double[users.size()];
    share = new double[users.size()];
    for (int r = 0; r < servers.get(0).length; r++) {
      double total = 0.0;
      for (long[] server : servers) {
        total += server[r];
      }
      for (int i = 0; i < perTask.length && total > 0; i++) {
        perTask[i] = Math.max(perTask[i], users.get(i).demand()[r] / total);
      }
    }
  }

  double[] shares() {
    boolean[] active = new boolean[users.size()];
    Arrays.fill(active, true);
    for (int left = users.size(); left > 0; ) {
      double level = level(active);
      for (int i = 0; i < active.length; i++) {
        if (active[i]) {
          share[i] = level * users.get(i).weight();
        }
      }
      List<Integer> ended = new ArrayList<>();
      for (int i = 0; i < active.length; i++) {
        if (active[i] && most(i, share) <= share[i] + TOLERANCE) {
          ended.add(i);
        }
      }
      ended.forEach(i -> active[i] = false);
      left -= ended.size();
      if (ended.isEmpty()) {
        throw new IllegalStateException("no user ended at level " + level);
      }
    }
    return share;
  }

  /** Returns the largest share that a user can have while all others have at least theirs. */
  double most(int user, double[] shares) {
    List<LinearConstraint> rows = capacities();
    for (int i = 0; i < shares.length; i++) {
      if (i != user) {
        rows.add(new LinearConstraint(ofUser(i), Relationship.GEQ, shares[i] - 1e-10));
      }
    }
    double[] objective = ofUser(user);
    double[] values = solve(objective, rows);
    double most = 0.0;
    for (int v = 0; v < values.length; v++) {
      most += values[v] * objective[v];
    }
    return most;
  }

  private double level(boolean[] active) {
    List<LinearConstraint> rows = capacities();
    for (int i = 0; i < active.length; i++) {
      double[] factors = ofUser(i);
      if (active[i]) {
        factors[factors.length - 1] = -users.get(i).weight();
      }
      double least = active[i] ? 0.0 : share[i] - 1e-10;
      rows.add(new LinearConstraint(factors, Relationship.GEQ, least));
    }
    double[] objective = new double[users.size() * servers.size() + 1];
    objective[objective.length - 1] = 1.0;
    return solve(objective, rows)[objective.length - 1];
  }

  /** Returns the rows of all servers, and those of all finite users. */
  private List<LinearConstraint> capacities() {
    List<LinearConstraint> rows = new ArrayList<>();
    for (int l = 0; l < servers.size(); l++) {
      for (int r = 0; r < servers.get(l).length; r++) {
        double[] factors = new double[users.size() * servers.size() + 1];
        for (int i = 0; i < users.size(); i++) {
          factors[i * servers.size() + l] = users.get(i).demand()[r];
        }
        rows.add(new LinearConstraint(factors, Relationship.LEQ, servers.get(l)[r]));
      }
    }
    for (int i = 0; i < users.size(); i++) {
      if (users.get(i).mostTasks() < Double.POSITIVE_INFINITY) {
        double most = users.get(i).tasks() * perTask[i];
        rows.add(new LinearConstraint(ofUser(i), Relationship.LEQ, most));
      }
    }
    return rows;
  }

  private double[] ofUser(int user) {
    double[] factors = new double[users.size() * servers.size() + 1];
    for (int l = 0; l < servers.size(); l++) {
      factors[user * servers.size() + l] = perTask[user];
    }
    return factors;
  }

  private static double[] solve(double[] objective, List<LinearConstraint> rows) {
    return new SimplexSolver(1e-10)
        .optimize(
            new LinearObjectiveFunction(objective, 0.0),
            new LinearConstraintSet(rows),
            GoalType.MAXIMIZE,
            new NonNegativeConstraint(true),
            PivotSelectionRule.BLAND)
        .getPoint();
  }
}
