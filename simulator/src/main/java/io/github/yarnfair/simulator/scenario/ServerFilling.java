// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.core.nodes.NodeScore;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.simulator.drfh.DrfhUser;
import java.util.Arrays;
import java.util.List;

/**
 * Whole tasks on heterogeneous servers by progressive filling: W. Wang, B. Li and B. Liang,
 * "Dominant Resource Fairness in Cloud Computing Systems with Heterogeneous Servers", INFOCOM 2014,
 * section V-B. Served is the user with the least s/w that has a task with room on some server; of
 * equals the first. A node score says which server takes it.
 */
public final class ServerFilling {
  private final List<long[]> servers;
  private final List<DrfhUser> users;
  private final long[] total;
  private final long[][] free;
  private final long[][] running;
  private final long[] pending;

  /** Creates the filling of empty servers; all tasks of all users are pending. */
  public ServerFilling(List<long[]> servers, List<DrfhUser> users) {
    this.servers = List.copyOf(servers);
    this.users = List.copyOf(users);
    total = new long[servers.get(0).length];
    servers.forEach(server -> Arrays.setAll(total, r -> total[r] + server[r]));
    free = servers.stream().map(long[]::clone).toArray(long[][]::new);
    running = new long[users.size()][servers.size()];
    pending = users.stream().mapToLong(DrfhUser::tasks).toArray();
  }

  /** Places tasks where a score says until no server has room for any. */
  public ServerFilling fill(NodeScore score) {
    score.update(total, mix());
    for (int user = next(total, 0, free.length); user >= 0; user = next(total, 0, free.length)) {
      place(user, best(user, score));
    }
    return this;
  }

  /**
   * Fills the servers in turn, each by DRF of its own that knows no other server: the naive
   * extension of the paper's section III-D.
   */
  public ServerFilling fillEachByItsOwnDrf() {
    for (int l = 0; l < free.length; l++) {
      long[] capacity = servers.get(l);
      for (int user = next(capacity, l, l + 1); user >= 0; user = next(capacity, l, l + 1)) {
        place(user, l);
      }
    }
    return this;
  }

  /** Returns how many tasks of a user run. */
  public long tasks(int user) {
    return Arrays.stream(running[user]).sum();
  }

  private Demand mix() {
    Demand.Builder mix = new Demand.Builder();
    for (int i = 0; i < pending.length; i++) {
      mix.add(users.get(i).demand(), pending[i]);
    }
    return mix.build();
  }

  /**
   * Returns the user that is served next on some servers, -1 if none of its tasks has room.
   *
   * @param capacity what shares are of
   */
  private int next(long[] capacity, int from, int to) {
    int next = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < pending.length; i++) {
      double key = share(i, capacity, from, to) / users.get(i).weight();
      if (key < least && runsOut(i) && hasRoom(i, from, to)) {
        next = i;
        least = key;
      }
    }
    return next;
  }

  /** Returns the dominant share of a user's usage on some servers. */
  private double share(int user, long[] capacity, int from, int to) {
    long tasks = Arrays.stream(running[user], from, to).sum();
    double share = 0.0;
    for (int r = 0; r < capacity.length; r++) {
      if (capacity[r] > 0) {
        share = Math.max(share, (double) (tasks * users.get(user).demand()[r]) / capacity[r]);
      }
    }
    return share;
  }

  /** Returns whether tasks or servers run out: endless tasks that need nothing are left out. */
  private boolean runsOut(int user) {
    return pending[user] != Demand.ENDLESS
        || Arrays.stream(users.get(user).demand()).anyMatch(amount -> amount > 0);
  }

  private boolean hasRoom(int user, int from, int to) {
    for (int l = from; l < to && pending[user] > 0; l++) {
      if (Demand.fits(users.get(user).demand(), free[l], 0)) {
        return true;
      }
    }
    return false;
  }

  private int best(int user, NodeScore score) {
    long[] task = users.get(user).demand();
    int best = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int l = 0; l < free.length; l++) {
      if (Demand.fits(task, free[l], 0)) {
        double rated = score.score(task, free[l], servers.get(l));
        if (best < 0 || rated < least) {
          best = l;
          least = rated;
        }
      }
    }
    return best;
  }

  private void place(int user, int server) {
    long[] task = users.get(user).demand();
    Arrays.setAll(free[server], r -> free[server][r] - task[r]);
    running[user][server]++;
    if (pending[user] != Demand.ENDLESS) {
      pending[user]--;
    }
  }
}
