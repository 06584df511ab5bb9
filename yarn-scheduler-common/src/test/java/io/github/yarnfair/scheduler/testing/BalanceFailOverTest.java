// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.ha.HAServiceProtocol.RequestSource;
import org.apache.hadoop.ha.HAServiceProtocol.StateChangeRequestInfo;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two ResourceManagers of one cluster with one store of balances. The rival is a ResourceManager
 * that keeps balances in memory only: it begins with zeros.
 */
class BalanceFailOverTest extends BalanceCluster {
  private static final StateChangeRequestInfo BY_USER =
      new StateChangeRequestInfo(RequestSource.REQUEST_BY_USER);

  /** By what c falls behind in an epoch, in vcore-hours. */
  private static final double AN_EPOCH = 20.0 / 60;

  /** An active ResourceManager reads its files again. */
  @TempDir private Path site;

  private SchedulerConf of(String id) throws IOException {
    SchedulerConf conf =
        stored()
            .yarn(YarnConfiguration.RECOVERY_ENABLED, false)
            .yarn(YarnConfiguration.RM_HA_ENABLED, true)
            .yarn(YarnConfiguration.AUTO_FAILOVER_ENABLED, false)
            .yarn(YarnConfiguration.RM_HA_IDS, "rm1,rm2");
    for (String key : YarnConfiguration.getServiceAddressConfKeys(conf.build())) {
      conf.yarn(HAUtil.addSuffix(key, "rm1"), "localhost:0");
      conf.yarn(HAUtil.addSuffix(key, "rm2"), "localhost:0");
    }
    return StoredQueues.in(site, YarnConfiguration.FILE_CONFIGURATION_STORE, conf)
        .yarn(YarnConfiguration.RM_HA_ID, id);
  }

  private SchedulerFixture standby(String id) throws IOException {
    SchedulerFixture standby = new SchedulerFixture(of(id));
    standby.scheduler.setClock(() -> now);
    return standby;
  }

  /** Lets a standby go on with the cluster, whose tasks run as before. */
  private void activate(SchedulerFixture standby) throws Exception {
    standby.rm.getRMContext().getRMAdminService().transitionToActive(BY_USER);
    take(standby);
    fill();
    cluster.scheduler.readings().storeBalances();
  }

  /** Fills the cluster for half a day by the first, with the last epoch stored. */
  private SchedulerFixture halfADay() throws Exception {
    SchedulerFixture first = standby("rm1");
    activate(first);
    pass(12 * 60);
    first.scheduler.readings().storeBalances();
    assertThat(hours("root.c")).isLessThan(-150);
    return first;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> !file.toString().endsWith(".crc")).sorted().toList();
    }
  }

  /**
   * The former hands over all, also of the epoch that was not over; the time without an active
   * ResourceManager, 12 hours, ages balances and is charged to none, though tasks ran in it.
   */
  @Test
  void standbyGoesOnWithTheBalancesOfTheFormerAgedByTheGap() throws Exception {
    try (SchedulerFixture first = halfADay();
        SchedulerFixture second = standby("rm2")) {
      double atLastEpoch = hours("root.c");
      now += MINUTE - 1;
      first.rm.getRMContext().getRMAdminService().transitionToStandby(BY_USER);
      now += 12 * 60 * MINUTE;
      activate(second);
      double expected = (atLastEpoch - AN_EPOCH) * Math.pow(2, -0.5);
      assertThat(hours("root.c")).isCloseTo(expected, within(0.5 * AN_EPOCH));
      assertThat(hours("root.a") + hours("root.b") + hours("root.c")).isCloseTo(0, within(1e-6));
      // r = -0.2071 and 0.1036 for the others, so x = 1.828 and m = 0.5 + 0.5 x.
      assertThat(line("root.c").factor()).isCloseTo(1.414, within(0.02));
      pass(1);
      assertThat(hours("root.c")).isCloseTo(expected - AN_EPOCH, within(0.75 * AN_EPOCH));
    } finally {
      cluster = null;
    }
  }

  /**
   * A process that ends without a word writes nothing, so that what it charged since its last epoch
   * is lost: less than an epoch.
   */
  @Test
  void standbyLosesAtMostAnEpochOfAFormerThatEndedWithoutHandOver() throws Exception {
    try (SchedulerFixture first = halfADay();
        SchedulerFixture second = standby("rm2")) {
      double atLastEpoch = hours("root.c");
      List<Path> written = files();
      now += MINUTE - 1;
      activate(second);
      assertThat(files()).isEqualTo(written);
      double handedOver = atLastEpoch - AN_EPOCH;
      assertThat(hours("root.c") - handedOver).isBetween(0.0, 1.5 * AN_EPOCH);
      assertThat(hours("root.c")).isCloseTo(atLastEpoch, within(0.5 * AN_EPOCH));
      pass(1);
      cluster.scheduler.readings().storeBalances();
      // The former also writes each second of the machine, more than once if half a day takes long;
      // a further file takes the place of the first of three.
      List<Path> left = written.subList(Math.max(0, written.size() - 2), written.size());
      assertThat(files()).hasSize(left.size() + 1).containsAll(left);
    } finally {
      cluster = null;
    }
  }
}
