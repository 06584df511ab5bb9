// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.drfh;

import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.linear.LinearSolver;
import org.ojalgo.structure.Access1D;

/**
 * A linear program: to maximise one of its variables, none of which is negative, under rows of the
 * form a·x ≤ b. Solved by ojAlgo's simplex.
 */
final class LinearProgram {
  private final LinearSolver.Builder builder;

  /**
   * Creates a program without rows.
   *
   * @param variables the number of variables
   * @param maximised the index of the one to maximise
   */
  LinearProgram(int variables, int maximised) {
    double[] cost = new double[variables];
    cost[maximised] = -1.0;
    builder = LinearSolver.newBuilder(cost).lower(0.0);
  }

  /** Adds the row factors·x ≤ bound. */
  void atMost(double[] factors, double bound) {
    builder.inequality(bound, factors);
  }

  /**
   * Solves the program.
   *
   * @throws IllegalStateException if the solver finds no optimum, which for a bounded program with
   *     a solution is an error of it or of its tolerances
   */
  Solution solve() {
    Optimisation.Result result = builder.solve();
    if (!result.getState().isOptimal()) {
      throw new IllegalStateException("no optimal solution: " + result.getState());
    }
    Access1D<?> prices =
        result
            .getMultipliers()
            .orElseThrow(() -> new IllegalStateException("a solution without prices"));
    return new Solution(result, prices);
  }

  /** The values of an optimum. */
  static final class Solution {
    private final Access1D<?> values;
    private final Access1D<?> prices;

    private Solution(Access1D<?> values, Access1D<?> prices) {
      this.values = values;
      this.prices = prices;
    }

    double value(int variable) {
      return Math.max(0.0, values.doubleValue(variable));
    }

    /** Returns by how much the maximum rises with the bound of a row: its dual value, absolute. */
    double price(int row) {
      return Math.abs(prices.doubleValue(row));
    }
  }
}
