// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.scheduler.explain.answer.Level;
import io.github.yarnfair.scheduler.explain.answer.QueueExplanation;
import java.io.IOException;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.junit.jupiter.api.Test;

/**
 * Balances in a ResourceManager on a virtual clock: queues a, b and c of equal weight; c is idle
 * for a day while a and b fill the cluster. The rival is the same cluster without a half-life.
 */
class BalanceTest extends BalanceCluster {
  // ------------------------------------------------------------------------------------ effect

  @Test
  void queueThatWasIdleForADayIsServedFirstWhenItReturns() {
    boot(remembering());
    fill();
    pass(24 * 60);
    // 20 vcores for the time that is remembered, of which a day is half.
    assertThat(hours("root.c")).isCloseTo(-20 * 24 / Math.log(2) / 2, within(1.0));
    assertThat(line("root.c").relative()).isCloseTo(-0.5, within(0.01));
    assertThat(line("root.c").factor()).isCloseTo(2.0, within(0.02));
    assertThat(line("root.a").factor()).isCloseTo(0.5, within(0.02));
    assertThat(cluster.scheduler.readings().snapshot().children().get(2).weight()).isEqualTo(1.0);
    assertThat(shareOfReturned()).isCloseTo(2.0 / 3, within(0.04));
  }

  /** Explanation, snapshot, metrics and plots say the same in resource-hours. */
  @Test
  void balancesAreShownInResourceHours() {
    boot(remembering());
    fill();
    pass(24 * 60);
    String shown = cluster.scheduler.readings().snapshot().children().get(2).balance();
    assertThat(shown)
        .matches("3[34]\\d\\.\\d (vcore|GiB)-hours behind; weighs 2\\.0 times; floor 0\\.5");
    QueueExplanation why =
        cluster.scheduler.readings().newExplainer().explainQueue("root.c", any -> true);
    assertThat(why.levels()).last().extracting(Level::balance).isEqualTo(shown);
    assertThat(why.levels()).first().extracting(Level::balance).isNull();
    cluster.scheduler.readings().sample();
    MetricsCollectorImpl metrics = new MetricsCollectorImpl();
    cluster.scheduler.getQueue("root.c").getMetrics().getMetrics(metrics, true);
    assertThat(gauge(metrics, "BehindVCoreHours")).isCloseTo(-hours("root.c"), within(0.1));
    assertThat(gauge(metrics, "BalanceFactor")).isCloseTo(2.0, within(0.02));
    assertThat(
            cluster.scheduler.readings().history().view("root", now).queues().stream()
                .filter(queue -> queue.path().equals("root.c"))
                .findFirst()
                .orElseThrow()
                .balance())
        .last()
        .satisfies(relative -> assertThat(relative).isBetween(-5100, -4900));
  }

  private static double gauge(MetricsCollectorImpl metrics, String name) {
    return metrics.getRecords().stream()
        .flatMap(each -> StreamSupport.stream(each.metrics().spliterator(), false))
        .filter(metric -> metric.name().equals(name))
        .mapToDouble(metric -> metric.value().doubleValue())
        .findFirst()
        .orElseThrow();
  }

  /** What-if has the balances of now, and another strength or no half-life as a refresh would. */
  @Test
  void whatIfCountsBalancesAsARefreshWould() throws Exception {
    boot(remembering());
    fill();
    pass(24 * 60);
    churn.endless("c", cluster.submitAs("cid", "root.c"), task());
    pass(1);
    assertThat(ideal(Map.of("root.a.maximum-am-resource-percent", "0.2")))
        .isCloseTo(2.0 / 3, within(0.02));
    assertThat(ideal(Map.of("yarn.scheduler.naive.balance.strength", "0")))
        .isCloseTo(1.0 / 3, within(0.02));
    assertThat(ideal(Map.of("yarn.scheduler.naive.balance.floor", "1")))
        .isCloseTo(1.0 / 3, within(0.02));
    assertThatThrownBy(() -> ideal(Map.of("yarn.scheduler.naive.balance.floor", "1.5")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(
            "yarn.scheduler.naive.balance.floor = \"1.5\": expected a number above 0, at most 1");
  }

  /** Returns the ideal share of c with other keys. */
  private double ideal(Map<String, String> keys) throws Exception {
    return cluster.scheduler.readings().whatIf(WhatIfContract.request(keys)).queues().stream()
        .filter(queue -> queue.path().equals("root.c"))
        .findFirst()
        .orElseThrow()
        .after()
        .ideal();
  }

  @Test
  void withoutAHalfLifeThePastCountsNothing() {
    boot(conf());
    fill();
    pass(24 * 60);
    assertThat(cluster.scheduler.readings().balances().rules()).isNull();
    assertThat(shareOfReturned()).isCloseTo(1.0 / 3, within(0.04));
  }

  @Test
  void logSaysWhetherSharesHaveAMemory() {
    try (SchedulerLog log = new SchedulerLog()) {
      boot(conf());
      stop();
      boot(remembering());
      stop();
      assertThat(log.lines())
          .contains("Balances are off, as no half-life is set: shares have no memory")
          .contains(
              "Balances are on: half-life 86400 s, floor 0.5, strength 4.0, charges contended,"
                  + " preempts false, without a store: a restart forgets them");
    }
  }

  @Test
  void resetMakesAllBalancesZero() {
    boot(remembering());
    fill();
    pass(6 * 60);
    assertThat(line("root.c").factor()).isGreaterThan(1.2);
    cluster.scheduler.readings().resetBalances();
    assertThat(cluster.scheduler.readings().balances().queues())
        .allMatch(line -> line.amount() == 0);
    assertThat(shareOfReturned()).isCloseTo(1.0 / 3, within(0.04));
  }

  // ----------------------------------------------------------------------------------- refresh

  @Test
  void refreshKeepsBalancesAndARemovedQueueLeavesItsOwnToItsSiblings() throws Exception {
    boot(remembering());
    fill();
    pass(12 * 60);
    double before = hours("root.c");
    refresh(remembering().queues("root", "a,b,c,d").set("root.d.capacity", "1w"));
    assertThat(hours("root.c")).isCloseTo(before, within(0.01));
    assertThat(hours("root.d")).isZero();
    assertThat(line("root.c").factor()).isGreaterThan(1.2);
    refresh(conf().option("balance.half-life", "24h").set("root.queues", "a,b"));
    assertThat(hours("root.a")).isCloseTo(0.0, within(0.01));
    assertThat(hours("root.a") + hours("root.b")).isCloseTo(0.0, within(1e-6));
    assertThat(line("root.a").factor()).isCloseTo(1.0, within(0.02));
  }

  @Test
  void refreshSwitchesTheMemoryOffAndOn() throws Exception {
    boot(remembering());
    fill();
    pass(12 * 60);
    refresh(conf());
    assertThat(cluster.scheduler.readings().balances().rules()).isNull();
    assertThat(shareOfReturned()).isCloseTo(1.0 / 3, within(0.04));
    refresh(remembering());
    assertThat(hours("root.c")).isZero();
  }

  /** An hour-long task of a user who leaves counts when the user is back. */
  @Test
  void userComesBackWithTheBalanceOfBefore() throws Exception {
    boot(
        remembering()
            .option("balance.charges", "all")
            .set("root.a.minimum-user-limit-percent", 50));
    churn.endless("ann", cluster.submitAs("ann", "root.a"), task());
    churn.endless("bob", cluster.submitAs("bob", "root.a"), resource(1000, 0));
    churn.fill();
    pass(10 * 60);
    double before = line("root.a", "ann").amount();
    assertThat(before).isPositive();
    churn.leave("ann");
    pass(24 * 60);
    refresh(
        remembering()
            .option("balance.charges", "all")
            .set("root.a.minimum-user-limit-percent", 40));
    churn.endless("ann", cluster.submitAs("ann", "root.a"), task());
    assertThat(line("root.a", "ann").amount()).isCloseTo(before / 2, within(before / 50));
  }
}
