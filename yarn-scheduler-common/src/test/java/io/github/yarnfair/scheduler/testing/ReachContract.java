// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.scheduler.PreemptionMonitor;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;

/**
 * What a what-if answer says that preemption reaches is what it reaches: on random clusters with
 * tasks that never end, counted from containers, after changes of weights.
 */
abstract class ReachContract {
  private static final String KEY = "yarn.resourcemanager.monitor.capacity.preemption.";
  private static final int CLUSTERS = TestSize.of(200, 12);
  private static final List<String> LEAVES = List.of("root.a.x", "root.a.y", "root.b", "root.c");

  /** Of the applications that lose containers; answers say so. */
  private static final double MOST_UNNAMED = 0.05;

  /** Most looks; without an end for a few in a row it is over. */
  private static final int LOOKS = 60;

  private long now;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  /** An application that always wants as much as in the beginning. */
  private record Wanting(SchedulerTestApp app, Resource task, int tasks) {
    void ask() {
      app.ask(task, tasks - app.live());
    }
  }

  /** Containers end and start in the order of heartbeats, which the answer does not know. */
  @Test
  void preemptionReachesWhatTheAnswerSays() throws Exception {
    long seed = Seed.of("ReachContract", 20_261_124 + conf().name().hashCode());
    List<Double> errors = new ArrayList<>();
    List<Double> ofIdeal = new ArrayList<>();
    int preempted = 0;
    int unnamed = 0;
    for (int round = 0; round < CLUSTERS; round++) {
      Random random = Seed.random(seed, round);
      SchedulerConf conf = queues();
      try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
        cluster.endBackgroundLooks();
        now = 1_000_000;
        cluster.scheduler.setClock(() -> now);
        List<Wanting> apps = fill(cluster, random);
        Map<String, String> keys = new HashMap<>();
        LEAVES.forEach(leaf -> keys.put(leaf + ".capacity", 1 + random.nextInt(4) + "w"));
        WhatIfAnswer answer = cluster.scheduler.readings().whatIf(WhatIfContract.request(keys));
        keys.forEach(conf::set);
        cluster.scheduler.reinitialize(conf.build(), cluster.rm.getRMContext());
        Set<String> losing = preempt(cluster, conf, apps);
        Set<String> named = new TreeSet<>();
        answer.applications().stream()
            .filter(WhatIfAnswer.ApplicationChange::mayLoseContainers)
            .forEach(each -> named.add(each.id()));
        preempted += losing.size();
        boolean endsSome = answer.applications().stream().anyMatch(each -> each.preempted() > 0);
        assertThat(String.join(" ", answer.findings()).contains("up to 5 in 100"))
            .as("the bound is said, cluster %d", round)
            .isEqualTo(endsSome);
        losing.removeAll(named);
        unnamed += losing.size();
        Map<String, Double> held = new HashMap<>();
        collect(cluster.scheduler.readings().snapshot(), held);
        for (WhatIfAnswer.QueueChange queue : answer.queues()) {
          WhatIfAnswer.Share after = Objects.requireNonNull(queue.after());
          double real = held.get(queue.path());
          errors.add(Math.abs(Objects.requireNonNull(after.reached()) - real));
          ofIdeal.add(Math.abs(after.ideal() - real));
        }
      }
    }
    System.out.printf(
        "ReachContract: reached is off by %s, ideal by %s; %d of %d applications that lose"
            + " containers not named%n",
        figures(errors), figures(ofIdeal), unnamed, preempted);
    assertThat(preempted).as("applications that lost containers").isGreaterThan(CLUSTERS / 2);
    assertThat(unnamed)
        .as("of these not named")
        .isLessThanOrEqualTo((int) Math.ceil(preempted * MOST_UNNAMED));
    assertThat(errors.stream().sorted().toList().get(errors.size() / 2))
        .as("median error of what is reached")
        .isLessThan(0.005);
    assertThat(sum(errors)).as("sum of errors, of ideal shares").isLessThan(0.5 * sum(ofIdeal));
  }

  private static double sum(List<Double> errors) {
    return errors.stream().mapToDouble(Double::doubleValue).sum();
  }

  private static String figures(List<Double> errors) {
    List<Double> sorted = errors.stream().sorted().toList();
    return "%.4f in the median, %.4f in 9 of 10, %.4f at worst"
        .formatted(
            sorted.get(sorted.size() / 2),
            sorted.get(sorted.size() * 9 / 10),
            sorted.get(sorted.size() - 1));
  }

  private SchedulerConf queues() {
    return conf()
        .queues("root", "a,b,c")
        .queues("root.a", "x,y")
        .set("root.a.capacity", "2w")
        .set("root.a.x.capacity", "1w")
        .set("root.a.y.capacity", "1w")
        .set("root.b.capacity", "1w")
        .set("root.c.capacity", "1w")
        .yarn(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, true)
        .yarn(KEY + "max_wait_before_kill", 0)
        .yarn(KEY + "total_preemption_per_round", 1)
        .yarn(KEY + "natural_termination_factor", 1);
  }

  private static List<Wanting> fill(SchedulerFixture cluster, Random random) {
    int nodes = 2 + random.nextInt(4);
    for (int i = 1; i <= nodes; i++) {
      cluster.addNode("n" + i, resource(1000L * (1 + random.nextInt(3)), 10 + random.nextInt(20)));
    }
    List<Wanting> apps = new ArrayList<>();
    for (int i = 0; i < 3 + random.nextInt(4); i++) {
      Wanting app =
          new Wanting(
              cluster.submit(LEAVES.get(random.nextInt(LEAVES.size()))),
              resource(50L * (1 + random.nextInt(6)), 1 + random.nextInt(4)),
              5 + random.nextInt(40));
      app.ask();
      cluster.rounds(3);
      apps.add(app);
    }
    return apps;
  }

  /** Looks until nothing has ended for some looks; returns the applications that lost something. */
  private Set<String> preempt(SchedulerFixture cluster, SchedulerConf conf, List<Wanting> apps)
      throws Exception {
    PreemptionMonitor monitor = new PreemptionMonitor();
    monitor.init(conf.build(), cluster.rm.getRMContext(), cluster.scheduler);
    Set<String> losing = new TreeSet<>();
    int quiet = 0;
    for (int look = 0; look < LOOKS && quiet < 4; look++) {
      Map<SchedulerTestApp, Set<Container>> before = new HashMap<>();
      apps.forEach(each -> before.put(each.app(), Set.copyOf(each.app().containers())));
      now += 3_000;
      monitor.editSchedule();
      cluster.rounds(2);
      quiet++;
      for (Wanting each : apps) {
        if (!each.app().containers().containsAll(before.get(each.app()))) {
          losing.add(each.app().id().toString());
          quiet = 0;
        }
        each.ask();
      }
      cluster.rounds(2);
    }
    return losing;
  }

  private static void collect(QueueSnapshot queue, Map<String, Double> held) {
    held.put(queue.path(), queue.share().dominant());
    queue.children().forEach(child -> collect(child, held));
  }
}
