// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.scheduler.balance.BalanceReport;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A ResourceManager on a virtual clock with queues a, b and c of equal weight, of which a and b
 * fill the cluster. The rival of its tests is the same cluster without a half-life.
 */
abstract class BalanceCluster {
  private static final long SEED = Seed.of("BalanceTest", 35);
  static final long MINUTE = 60_000;
  private static final String VCORES = "vcores";

  @TempDir Path directory;

  @Nullable SchedulerFixture cluster;
  @Nullable SchedulerChurn churn;
  long now = 1_700_000_000_000L;

  static SchedulerConf conf() {
    return SchedulerConf.of(NaiveScheduler.class)
        .queues("root", "a,b,c")
        .set("root.a.capacity", "1w")
        .set("root.b.capacity", "1w")
        .set("root.c.capacity", "1w");
  }

  static SchedulerConf remembering() {
    return conf().option("balance.half-life", "24h");
  }

  final SchedulerConf stored() {
    return remembering().option("balance.store", directory.toUri());
  }

  static Resource task() {
    return resource(1000, 1);
  }

  final void boot(SchedulerConf conf) {
    SchedulerFixture booted = new SchedulerFixture(conf);
    booted.scheduler.setClock(() -> now);
    take(booted);
  }

  /** Goes on with a ResourceManager, and gives it the node. */
  final void take(SchedulerFixture active) {
    cluster = active;
    churn = new SchedulerChurn(cluster, Seed.random(SEED, 0));
    cluster.addNode("n1", resource(60_000, 60));
  }

  final void fill() {
    churn.endless("a", cluster.submitAs("ann", "root.a"), task());
    churn.endless("b", cluster.submitAs("bob", "root.b"), task());
    churn.fill();
  }

  /** Lets time pass with a report of the node each minute. */
  final void pass(long minutes) {
    for (long minute = 0; minute < minutes; minute++) {
      now += MINUTE;
      cluster.nodes().get(0).heartbeat();
    }
  }

  final double shareOfReturned() {
    churn.endless("c", cluster.submitAs("cid", "root.c"), task());
    churn.churn(60, 20);
    return churn.averageShare("c");
  }

  final BalanceReport.Line line(String queue) {
    return line(queue, "");
  }

  final BalanceReport.Line line(String queue, String user) {
    return cluster.scheduler.readings().balances().queues().stream()
        .filter(line -> line.queue().equals(queue) && line.user().equals(user))
        .filter(line -> line.resource().equals(VCORES))
        .findFirst()
        .orElseThrow();
  }

  final double hours(String queue) {
    return line(queue).amount() / 3600;
  }

  final void refresh(SchedulerConf conf) throws IOException {
    cluster.scheduler.reinitialize(conf.build(), cluster.rm.getRMContext());
    cluster.nodes().get(0).heartbeat();
  }

  final void stop() {
    cluster.close();
    cluster = null;
  }

  @AfterEach
  final void verify() {
    if (cluster != null) {
      try (SchedulerFixture closing = cluster) {
        closing.drainAndVerify("root", "root.a");
      }
    }
  }
}
