// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.scheduler.balance.BalanceReport;
import io.github.yarnfair.scheduler.explain.Level;
import io.github.yarnfair.scheduler.explain.QueueExplanation;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Balances in a ResourceManager on a virtual clock: queues a, b and c of equal weight; c is idle
 * for a day while a and b fill the cluster. The rival is the same cluster without a half-life.
 */
class BalanceTest {
  private static final long SEED = Seed.of("BalanceTest", 35);
  private static final long MINUTE = 60_000;
  private static final String VCORES = "vcores";

  @TempDir private Path directory;

  private @Nullable SchedulerFixture cluster;
  private @Nullable SchedulerChurn churn;
  private long now = 1_700_000_000_000L;

  private static SchedulerConf conf() {
    return SchedulerConf.of(NaiveScheduler.class)
        .queues("root", "a,b,c")
        .set("root.a.capacity", "1w")
        .set("root.b.capacity", "1w")
        .set("root.c.capacity", "1w");
  }

  private static SchedulerConf remembering() {
    return conf().option("balance.half-life", "24h");
  }

  private SchedulerConf stored() {
    return remembering().option("balance.store", directory.toUri());
  }

  private static Resource task() {
    return resource(1000, 1);
  }

  private void boot(SchedulerConf conf) {
    cluster = new SchedulerFixture(conf);
    cluster.scheduler.setClock(() -> now);
    churn = new SchedulerChurn(cluster, Seed.random(SEED, 0));
    cluster.addNode("n1", resource(60_000, 60));
  }

  private void fill() {
    churn.endless("a", cluster.submitAs("ann", "root.a"), task());
    churn.endless("b", cluster.submitAs("bob", "root.b"), task());
    churn.fill();
  }

  /** Lets time pass with a report of the node each minute. */
  private void pass(long minutes) {
    for (long minute = 0; minute < minutes; minute++) {
      now += MINUTE;
      cluster.nodes().get(0).heartbeat();
    }
  }

  private double shareOfReturned() {
    churn.endless("c", cluster.submitAs("cid", "root.c"), task());
    churn.churn(60, 20);
    return churn.averageShare("c");
  }

  private BalanceReport.Line line(String queue) {
    return line(queue, "");
  }

  private BalanceReport.Line line(String queue, String user) {
    return cluster.scheduler.readings().balances().queues().stream()
        .filter(line -> line.queue().equals(queue) && line.user().equals(user))
        .filter(line -> line.resource().equals(VCORES))
        .findFirst()
        .orElseThrow();
  }

  private double hours(String queue) {
    return line(queue).amount() / 3600;
  }

  private void refresh(SchedulerConf conf) throws IOException {
    cluster.scheduler.reinitialize(conf.build(), cluster.rm.getRMContext());
    cluster.nodes().get(0).heartbeat();
  }

  private void stop() {
    cluster.close();
    cluster = null;
  }

  @AfterEach
  void verify() {
    if (cluster != null) {
      try (SchedulerFixture closing = cluster) {
        closing.drainAndVerify("root", "root.a");
      }
    }
  }

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

  // ------------------------------------------------------------------------------------- store

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("balances-"))
          .sorted()
          .toList();
    }
  }

  /** Lets half a day pass, with the last epochs stored, and ends the process. */
  private double halfADayAndStop() throws Exception {
    boot(stored());
    cluster.scheduler.readings().storeBalances();
    fill();
    pass(12 * 60 - 3);
    for (int epoch = 0; epoch < 3; epoch++) {
      pass(1);
      cluster.scheduler.readings().storeBalances();
    }
    double before = hours("root.c");
    assertThat(before).isLessThan(-100);
    stop();
    return before;
  }

  /** Boots again and returns how far c is behind, in vcore-hours. */
  private double afterRestart(SchedulerConf conf) throws Exception {
    boot(conf);
    cluster.scheduler.readings().storeBalances();
    return hours("root.c");
  }

  @Test
  void restartGoesOnWithTheBalancesAgedByTheGap() throws Exception {
    double before = halfADayAndStop();
    assertThat(files()).hasSize(3);
    now += 24 * 60 * MINUTE;
    assertThat(afterRestart(stored())).isCloseTo(before / 2, within(0.5));
    assertThat(shareOfReturned()).isGreaterThan(0.37);
  }

  @Test
  void damagedFileIsNamedAndTheOneBeforeIsUsed() throws Exception {
    double before = halfADayAndStop();
    Path last = files().get(2);
    byte[] bytes = Files.readAllBytes(last);
    bytes[bytes.length / 2] ^= 1;
    Files.write(last, bytes);
    Files.write(files().get(1), new byte[] {1, 2, 3});
    try (SchedulerLog log = new SchedulerLog()) {
      assertThat(afterRestart(stored())).isCloseTo(before, within(2.0));
      assertThat(log.lines())
          .anyMatch(line -> line.contains(last.getFileName() + " cannot be read"));
    }
  }

  @Test
  void balancesOfAnotherClusterAreNotUsed() throws Exception {
    halfADayAndStop();
    try (SchedulerLog log = new SchedulerLog()) {
      assertThat(afterRestart(stored().yarn(YarnConfiguration.RM_CLUSTER_ID, "other"))).isZero();
      assertThat(log.lines()).anyMatch(line -> line.contains("expected those of other"));
    }
  }

  /** A file in the place of the directory: a warning, and balances in memory. */
  @Test
  void storeThatIsNoDirectoryIsAWarning() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    try (SchedulerLog log = new SchedulerLog()) {
      boot(remembering().option("balance.store", file.toUri()));
      cluster.scheduler.readings().storeBalances();
      fill();
      pass(12 * 60);
      cluster.scheduler.readings().storeBalances();
      cluster.scheduler.readings().storeBalances();
      assertThat(line("root.c").factor()).isGreaterThan(1.5);
      assertThat(log.lines())
          .filteredOn(line -> line.contains("expected a directory that can be read and written"))
          .hasSize(1)
          .first()
          .asString()
          .contains("yarn.scheduler.naive.balance.store", file.toString());
    }
  }

  /**
   * A process that is killed loses what is not written, an epoch at most; what it was writing is
   * not read. One that ends hands over all.
   */
  @Test
  void killedProcessLosesAnEpochAtMostAndOneThatEndsNothing() throws Exception {
    boot(stored());
    cluster.scheduler.readings().storeBalances();
    fill();
    pass(12 * 60);
    cluster.scheduler.readings().storeBalances();
    double atLastEpoch = hours("root.c");
    Path killed = Files.createDirectory(directory.resolveSibling(directory.getFileName() + "-9"));
    for (Path file : files()) {
      Files.copy(file, killed.resolve(file.getFileName()));
    }
    Path unfinished = killed.resolve("_unfinished-balances-" + Long.MAX_VALUE);
    Files.write(unfinished, new byte[] {1});
    now += MINUTE - 1;
    stop();
    double lostAtMost = 20.0 / 60;
    double handedOver = afterRestart(stored());
    assertThat(handedOver).isLessThan(atLastEpoch - 0.6 * lostAtMost);
    stop();
    SchedulerConf ofKilled = remembering().option("balance.store", killed.toUri());
    double afterKill = afterRestart(ofKilled);
    assertThat(afterKill).isCloseTo(atLastEpoch, within(0.5));
    assertThat(afterKill - handedOver).isBetween(0.0, 1.1 * lostAtMost);
    pass(1);
    cluster.scheduler.readings().storeBalances();
    assertThat(Files.exists(unfinished)).isFalse();
  }

  /** A store that is full, or refuses, is a warning until it accepts again, and leaves nothing. */
  @ParameterizedTest
  @ValueSource(strings = {"No space left on device", "Permission denied"})
  void storeThatCannotBeWrittenIsAWarningAndBalancesGoOn(String reason) throws Exception {
    SchedulerConf conf =
        remembering()
            .option("balance.store", "refusing://" + directory.toUri().getPath())
            .yarn("fs.refusing.impl", RefusingFileSystem.class.getName());
    try (SchedulerLog log = new SchedulerLog()) {
      RefusingFileSystem.reason = reason;
      boot(conf);
      cluster.scheduler.readings().storeBalances();
      fill();
      for (int hour = 0; hour < 12; hour++) {
        pass(60);
        cluster.scheduler.readings().storeBalances();
      }
      assertThat(line("root.c").factor()).isGreaterThan(1.5);
      assertThat(log.lines())
          .filteredOn(line -> line.contains("expected a directory that can be read and written"))
          .singleElement()
          .asString()
          .contains("yarn.scheduler.naive.balance.store = \"refusing:/");
      try (Stream<Path> left = Files.list(directory)) {
        assertThat(left).isEmpty();
      }
      RefusingFileSystem.reason = "";
      pass(1);
      cluster.scheduler.readings().storeBalances();
      assertThat(files()).hasSize(1);
    } finally {
      RefusingFileSystem.reason = "";
    }
  }

  /** The local disk, which accepts no byte while there is a reason. */
  public static final class RefusingFileSystem extends RawLocalFileSystem {
    private static volatile String reason = "";

    @Override
    public URI getUri() {
      return URI.create("refusing:///");
    }

    @Override
    public FSDataOutputStream create(
        org.apache.hadoop.fs.Path file,
        boolean overwrite,
        int buffer,
        short copies,
        long block,
        Progressable progress)
        throws IOException {
      FSDataOutputStream out = super.create(file, overwrite, buffer, copies, block, progress);
      if (!reason.isEmpty()) {
        out.close();
        throw new IOException(reason);
      }
      return out;
    }
  }

  /** An entry takes at most 100 bytes, its part of the queue's path included. */
  @Test
  void fileHasFewBytesForEachBalance() throws Exception {
    halfADayAndStop();
    long entries = 3 * 2;
    assertThat(Files.size(files().get(2))).isLessThan(100 * entries);
  }
}
