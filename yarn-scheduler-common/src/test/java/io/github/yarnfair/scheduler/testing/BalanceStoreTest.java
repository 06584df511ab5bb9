// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Balances over a restart, a fail-over and kill -9, and stores that fail in each way. */
class BalanceStoreTest extends BalanceCluster {
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
