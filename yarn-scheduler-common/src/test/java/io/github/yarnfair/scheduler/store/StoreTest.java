// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.store;

import static io.github.yarnfair.scheduler.testing.StoredQueues.ADMINISTRATOR;
import static io.github.yarnfair.scheduler.testing.StoredQueues.CAPACITY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.QueueRequest;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.StoredQueues;
import io.github.yarnfair.scheduler.testing.TestRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Hadoop's stores keep over restarts of the ResourceManager, and errors that they have. */
class StoreTest {
  private static final String FILE = YarnConfiguration.CS_CONFIGURATION_FILE;

  private final SchedulerConf queues =
      SchedulerConf.of(NaiveScheduler.class)
          .queues("root", "a,b")
          .set("root.a.capacity", "1w")
          .set("root.b.capacity", "1w");
  private @TempDir Path directory;
  private LocalZooKeeper zooKeeper;

  @BeforeEach
  void startZooKeeper() throws Exception {
    zooKeeper = new LocalZooKeeper(directory.resolve("zookeeper"));
    queues
        .yarn("hadoop.zk.address", zooKeeper.address())
        .yarn("hadoop.zk.num-retries", 1)
        .yarn("hadoop.zk.retry-interval-ms", 50)
        .yarn("hadoop.zk.timeout-ms", 2000);
  }

  @AfterEach
  void stopZooKeeper() {
    zooKeeper.close();
    Sabotage.duringTheNextRefresh = null;
  }

  private SchedulerConf files(String store) throws IOException {
    return StoredQueues.in(directory, store, queues);
  }

  private static void reweight(SchedulerFixture rm, String weight) throws IOException {
    rm.scheduler
        .changes()
        .make(ADMINISTRATOR, new QueueRequest().update("root.a", "capacity", weight).build());
  }

  private static float weight(SchedulerFixture rm) throws IOException {
    return rm.scheduler.getQueueInfo("root.a", false, false).getWeight();
  }

  private static void refresh(SchedulerFixture rm) throws Exception {
    rm.rm.getRMContext().getRMAdminService().refreshQueues();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fs", "leveldb", "zk"})
  void changesSurviveARestartAndTheFileDoesNotCountAnyMore(String store) throws Exception {
    SchedulerConf conf = files(store);
    try (SchedulerFixture first = new SchedulerFixture(conf)) {
      assertThat(weight(first)).as("from the file").isEqualTo(1f);
      reweight(first, "3w");
      assertThatThrownBy(() -> reweight(first, "-3w")).hasMessageContaining("-3w");
      reweight(first, "4w");
      first.verify();
    }
    queues.set("root.a.capacity", "9w");
    files(store);
    try (SchedulerFixture second = new SchedulerFixture(conf)) {
      assertThat(weight(second)).isEqualTo(4f);
      refresh(second);
      assertThat(weight(second)).isEqualTo(4f);
      reweight(second, "5w");
      assertThat(second.scheduler.changes().stored().getConfigVersion())
          .as("one for the file and one for each change")
          .isEqualTo(4);
      second.verify();
    }
  }

  @Test
  void memorySaysThatItIsLost() throws Exception {
    SchedulerConf conf = files("memory");
    try (SchedulerFixture first = new SchedulerFixture(conf)) {
      assertThat(first.errors.warnings())
          .anyMatch(text -> text.contains(StoredQueues.STORE + " = \"memory\": changes of"));
      reweight(first, "3w");
      assertThat(weight(first)).isEqualTo(3f);
    }
    try (SchedulerFixture second = new SchedulerFixture(conf)) {
      assertThat(weight(second)).isEqualTo(1f);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "fs", "leveldb", "zk"})
  void formattingBeginsAgainWithTheFileUnlessItIsRefused(String store) throws Exception {
    SchedulerConf conf = files(store);
    try (SchedulerFixture rm = new SchedulerFixture(conf)) {
      reweight(rm, "3w");
      queues.set("root.a.capacity", "-7w");
      files(store);
      assertThatThrownBy(rm.scheduler.changes()::startAgain).hasMessageContaining("-7w");
      refresh(rm);
      assertThat(weight(rm)).isEqualTo(3f);
      queues.set("root.a.capacity", "7w");
      files(store);
      rm.scheduler.changes().startAgain();
      assertThat(weight(rm)).isEqualTo(7f);
      reweight(rm, "8w");
      rm.verify();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "fs", "leveldb", "zk"})
  void aBadFileDoesNotGetIntoAnEmptyStore(String store) throws Exception {
    queues.set("root.a.capacity", "nonsense");
    assertThatStartFails(files(store), CAPACITY + "root.a.capacity = \"nonsense\": expected");
    queues.set("root.a.capacity", "2w");
    try (SchedulerFixture rm = new SchedulerFixture(files(store))) {
      assertThat(weight(rm)).isEqualTo(2f);
      reweight(rm, "3w");
    }
  }

  private static void assertThatStartFails(SchedulerConf conf, String... texts) {
    Throwable failure =
        catchThrowable(
            () -> {
              try (SchedulerFixture rm = new SchedulerFixture(conf)) {
                rm.verify();
              }
            });
    assertThat(failure).isNotNull();
    for (String text : texts) {
      assertThat(failure).hasStackTraceContaining(text);
    }
  }

  @Test
  void aFileThatCannotBeParsedIsNamedAtTheStart() throws Exception {
    SchedulerConf conf = files("fs");
    new SchedulerFixture(conf).close();
    try (Stream<Path> stored = Files.list(directory.resolve("fs"))) {
      for (Path file : stored.filter(f -> f.getFileName().toString().startsWith(FILE)).toList()) {
        Files.writeString(file, "<configuration><property>");
        Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
      }
    }
    assertThatStartFails(
        conf,
        StoredQueues.STORE + " = \"fs\"",
        YarnConfiguration.SCHEDULER_CONFIGURATION_FS_PATH + " = \"" + directory.toUri(),
        "-format-conf-store");
  }

  @Test
  void aDatabaseThatCannotBeReadIsNamedAtTheStart() throws Exception {
    SchedulerConf conf = files("leveldb");
    new SchedulerFixture(conf).close();
    Files.writeString(directory.resolve("leveldb/yarn-conf-store/CURRENT"), "nonsense\n");
    assertThatStartFails(
        conf,
        StoredQueues.STORE + " = \"leveldb\"",
        YarnConfiguration.RM_SCHEDCONF_STORE_PATH,
        "-format-conf-store");
  }

  @Test
  void aNodeOfZooKeeperThatCannotBeReadIsNamedAtTheStartAndAtAFailOver() throws Exception {
    SchedulerConf conf = files("zk");
    String place = YarnConfiguration.DEFAULT_RM_SCHEDCONF_STORE_ZK_PARENT_PATH;
    try (SchedulerFixture rm = new SchedulerFixture(conf)) {
      try (ZooKeeper client = new ZooKeeper(zooKeeper.address(), 10_000, event -> {})) {
        client.setData(place + "/CONF_STORE", new byte[] {1, 2, 3}, -1);
      }
      assertThatThrownBy(rm.scheduler.getMutableConfProvider()::reloadConfigurationFromStore)
          .hasMessageContaining(StoredQueues.STORE + " = \"zk\"")
          .hasMessageContaining("-format-conf-store");
      assertThat(weight(rm)).isEqualTo(1f);
    }
    assertThatStartFails(conf, StoredQueues.STORE + " = \"zk\"", "-format-conf-store");
  }

  @Test
  void badOptionsAreNamedAtTheStart() throws Exception {
    assertThatStartFails(
        files("postgres"),
        StoredQueues.STORE + " = \"postgres\": expected file, memory, leveldb, fs or zk");
    assertThatStartFails(
        files("fs").yarn(YarnConfiguration.SCHEDULER_CONFIGURATION_FS_PATH, ""),
        YarnConfiguration.SCHEDULER_CONFIGURATION_FS_PATH + " must be set");
    String policy = YarnConfiguration.RM_SCHEDULER_MUTATION_ACL_POLICY_CLASS;
    assertThatStartFails(
        files("memory").yarn(policy, "no.such.Policy"),
        policy + " = \"no.such.Policy\": expected a class that implements");
  }

  /** Does something to the store while a refresh reads the scheduler's options. */
  static final class Sabotage extends HierarchicalScheduler {
    private static volatile Runnable duringTheNextRefresh;

    public Sabotage() {
      super(new TestRule(Sabotage.class, Sabotage::policy));
    }

    private static FairnessPolicy policy() {
      Runnable action = duringTheNextRefresh;
      if (action != null) {
        duringTheNextRefresh = null;
        action.run();
      }
      return new NaivePolicy();
    }
  }

  private SchedulerConf sabotaged(String store) throws IOException {
    queues.yarn(YarnConfiguration.RM_SCHEDULER, Sabotage.class.getName());
    return files(store);
  }

  private interface Step {
    void run() throws Exception;
  }

  private static void duringTheNextRefresh(Step step) {
    Sabotage.duringTheNextRefresh =
        () -> {
          try {
            step.run();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        };
  }

  private List<Path> stored(String ending) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("fs"))) {
      return files.filter(f -> f.getFileName().toString().endsWith(ending)).toList();
    }
  }

  @Test
  void aRefreshThatFailsUnexpectedlyLeavesTheStoreAsItWas() throws Exception {
    try (SchedulerFixture rm = new SchedulerFixture(sabotaged("fs"))) {
      duringTheNextRefresh(
          () -> {
            throw new IllegalStateException("unexpected");
          });
      assertThatThrownBy(() -> reweight(rm, "3w")).hasMessageContaining("unexpected");
      assertThat(stored(".tmp")).isEmpty();
      refresh(rm);
      assertThat(weight(rm)).isEqualTo(1f);
      reweight(rm, "4w");
      assertThat(weight(rm)).isEqualTo(4f);
      rm.verify();
    }
  }

  @Test
  void aChangeThatTheStoreCannotConfirmIsTakenBack() throws Exception {
    try (SchedulerFixture rm = new SchedulerFixture(sabotaged("fs"))) {
      duringTheNextRefresh(
          () -> {
            for (Path file : stored(".tmp")) {
              Files.delete(file);
            }
          });
      assertThatThrownBy(() -> reweight(rm, "3w")).hasMessageContaining("was not stored");
      assertThat(weight(rm)).isEqualTo(1f);
      reweight(rm, "4w");
      assertThat(weight(rm)).isEqualTo(4f);
      rm.verify();
    }
  }

  /** As a ResourceManager whose clock was ahead leaves it: Hadoop's store takes the latest. */
  @Test
  void aChangeBehindALaterFileIsStored() throws Exception {
    SchedulerConf conf = files("fs");
    try (SchedulerFixture rm = new SchedulerFixture(conf)) {
      Files.copy(directory.resolve(FILE), directory.resolve("fs").resolve(FILE + ".9999999999999"));
      reweight(rm, "3w");
      assertThat(weight(rm)).isEqualTo(3f);
      assertThat(rm.errors.warnings()).anyMatch(text -> text.contains("is filled again"));
      rm.verify();
    }
    try (SchedulerFixture second = new SchedulerFixture(conf)) {
      assertThat(weight(second)).isEqualTo(3f);
    }
  }

  @Test
  void aStoreThatIsNotThereAnyMoreRefusesTheChange() throws Exception {
    try (SchedulerFixture rm = new SchedulerFixture(files("zk"))) {
      zooKeeper.close();
      assertThatThrownBy(() -> reweight(rm, "3w")).hasMessageContaining("was not stored");
      assertThat(weight(rm)).isEqualTo(1f);
      refresh(rm);
      assertThat(weight(rm)).isEqualTo(1f);
    }
  }
}
