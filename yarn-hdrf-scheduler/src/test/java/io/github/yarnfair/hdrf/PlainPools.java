// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.hdrf;

import io.github.yarnfair.core.scenario.PlainNode;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.hdrf.PlainHdrf.PlainTask;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a queue of leaves counts for in {@link PlainHdrf}: its leaves' tasks, sorted by kind. */
final class PlainPools {
  private final PlainHdrf rule;
  private final Map<String, Pool> pools = new LinkedHashMap<>();

  /** What an application could hold of a kind at most, and its weight. */
  private static final class Member {
    private double most;
    private final double weight;

    private Member(double weight) {
      this.weight = weight;
    }

    private double met() {
      return most / weight;
    }
  }

  private static final class Pool {
    private final Map<PlainNode, Member> members = new LinkedHashMap<>();
    private final List<PlainTask> running = new ArrayList<>();
    private double smallestServable = Double.POSITIVE_INFINITY;

    private double held() {
      return running.stream().mapToDouble(PlainTask::size).sum();
    }

    private double given(double level) {
      return members.values().stream().mapToDouble(m -> Math.min(m.most, m.weight * level)).sum();
    }

    /**
     * Between the last level at which a member is met that is too low, and the next, A is linear.
     */
    private double level() {
      double held = held();
      Collection<Member> all = members.values();
      double low = 0;
      for (Member member : all) {
        low = given(member.met()) <= held ? Math.max(low, member.met()) : low;
      }
      double growth = 0;
      for (Member member : all) {
        growth += member.met() > low ? member.weight : 0;
      }
      return growth == 0 ? low : low + Math.max(0, held - given(low)) / growth;
    }

    private double levelToServe() {
      double weights = members.values().stream().mapToDouble(m -> m.weight).sum();
      return Math.max(level(), smallestServable * members.size() / weights);
    }
  }

  PlainPools(PlainHdrf rule, List<PlainNode> leaves) {
    this.rule = rule;
    for (PlainNode leaf : leaves) {
      for (int i = 0; i < leaf.demand.size(); i++) {
        PlainTask task = rule.task(leaf.demand.vector(i), leaf.demand.tasks(i));
        if (task.size() > 0) {
          Pool pool = enter(leaf, task);
          if (rule.canBeServed(leaf, i)) {
            double together = task.size() * leaf.demand.together();
            pool.smallestServable = Math.min(pool.smallestServable, together);
          }
        }
      }
      for (long[] vector : leaf.running) {
        PlainTask task = rule.task(vector, 1);
        if (task.size() > 0) {
          enter(leaf, task).running.add(task);
        }
      }
    }
  }

  private Pool enter(PlainNode leaf, PlainTask task) {
    Pool pool = pools.computeIfAbsent(task.kind(), kind -> new Pool());
    Member member = pool.members.computeIfAbsent(leaf, l -> new Member(rule.weight(leaf, task)));
    boolean isEndless = task.count() == Demand.ENDLESS;
    member.most += isEndless ? Double.POSITIVE_INFINITY : task.count() * task.size();
    return pool;
  }

  /** Adds what all pools count for if they are cut down to the least of those to be served. */
  void addCounted(double[] u) {
    double f = Double.POSITIVE_INFINITY;
    for (Pool pool : pools.values()) {
      f = pool.smallestServable < Double.POSITIVE_INFINITY ? Math.min(f, pool.levelToServe()) : f;
    }
    for (Pool pool : pools.values()) {
      double held = pool.held();
      double part = held > 0 && pool.given(f) < held ? pool.given(f) / held : 1;
      for (PlainTask task : pool.running) {
        for (int s = 0; s < u.length; s++) {
          u[s] += task.shares()[s] * part;
        }
      }
    }
  }
}
