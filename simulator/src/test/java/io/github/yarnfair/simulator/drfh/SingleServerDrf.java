// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.drfh;

import java.util.Arrays;
import java.util.List;

/**
 * Weighted DRF of divisible tasks on one server, by progressive filling: A. Ghodsi et al.,
 * "Dominant Resource Fairness", NSDI 2011. With one resource it is weighted max-min.
 */
final class SingleServerDrf {
  private static final double ROUNDING = 1e-12;

  private SingleServerDrf() {}

  static double[] shares(long[] server, List<DrfhUser> users) {
    double[] share = new double[users.size()];
    double[] left = new double[server.length];
    Arrays.fill(left, 1.0);
    boolean[] active = new boolean[users.size()];
    Arrays.fill(active, true);
    for (int step = 0; step < users.size() + server.length; step++) {
      double[] growth = new double[server.length];
      double level = Double.POSITIVE_INFINITY;
      for (int i = 0; i < share.length; i++) {
        double dominant = dominant(server, users.get(i));
        active[i] &= share[i] < users.get(i).mostTasks() * dominant - ROUNDING;
        for (int r = 0; r < server.length; r++) {
          active[i] &= left[r] > ROUNDING || users.get(i).demand()[r] == 0;
        }
        if (active[i]) {
          double weight = users.get(i).weight();
          level = Math.min(level, (users.get(i).mostTasks() * dominant - share[i]) / weight);
          for (int r = 0; r < server.length; r++) {
            growth[r] += weight * users.get(i).demand()[r] / (double) server[r] / dominant;
          }
        }
      }
      for (int r = 0; r < server.length; r++) {
        level = growth[r] > 0 ? Math.min(level, left[r] / growth[r]) : level;
      }
      for (int i = 0; i < share.length; i++) {
        share[i] += active[i] ? level * users.get(i).weight() : 0.0;
      }
      for (int r = 0; r < server.length; r++) {
        left[r] -= growth[r] > 0 ? level * growth[r] : 0.0;
      }
    }
    return share;
  }

  private static double dominant(long[] server, DrfhUser user) {
    double dominant = 0.0;
    for (int r = 0; r < server.length; r++) {
      dominant = Math.max(dominant, user.demand()[r] / (double) server[r]);
    }
    return dominant;
  }
}
