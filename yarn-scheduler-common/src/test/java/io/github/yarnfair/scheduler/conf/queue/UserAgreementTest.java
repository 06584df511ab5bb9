// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.scheduler.conf.QueueFileException;
import io.github.yarnfair.scheduler.conf.file.Keys;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerErrors;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Random files with settings of users, many with mistakes, under CapacityScheduler and here: the
 * same files are refused, and those that are not mean the same.
 */
class UserAgreementTest {
  private static final int FILES = TestSize.of(500, 150);
  private static final List<String> LEAVES = List.of("root.a.x", "root.a.y", "root.b");
  private static final List<String> QUEUES = List.of("root", "root.a", "root.a.x", "root.b");
  private static final List<String> USERS = List.of("alice", "j.doe", "queues", "weight");
  private static final List<String> WEIGHTS =
      List.of("0", "0.5", "1", " 1 ", "1.5", "2", "2.5", "4", "10", "1e1", "2f", "-1", "-0", "two");
  private static final List<String> FACTORS = List.of("-1", "0", "0.5", "1", "2", "100", "half");
  private static final List<String> PERCENTS = List.of("100", "50", "40", "25", "10", "0", "200");

  private final SchedulerErrors errors = new SchedulerErrors();
  private MockRM rm;

  @BeforeEach
  void boot() {
    DefaultMetricsSystem.setMiniClusterMode(true);
    rm = SchedulerFixture.resourceManager(theirConf(Map.of()), null, errors);
    rm.start();
  }

  @AfterEach
  void stop() {
    rm.stop();
    errors.close();
  }

  private static SchedulerConf theirConf(Map<String, String> keys) {
    SchedulerConf conf = SchedulerConf.of(CapacityScheduler.class);
    queues().forEach(conf::set);
    keys.forEach(conf::set);
    return conf.set("resource-calculator", DominantResourceCalculator.class.getName())
        .yarn("yarn.scheduler.minimum-allocation-vcores", 1);
  }

  private static Map<String, String> queues() {
    return Map.of(
        "root.queues", "a,b",
        "root.a.queues", "x,y",
        "root.a.capacity", "40",
        "root.b.capacity", "60",
        "root.a.x.capacity", "50",
        "root.a.y.capacity", "50");
  }

  /** Fails if a bound, the inheritance or a default differed. */
  @Test
  void theSameFilesAreRefusedAndTheOthersMeanTheSame() {
    long seed = Seed.of("users", 20_261_123);
    int accepted = 0;
    int refused = 0;
    for (int i = 0; i < FILES; i++) {
      Map<String, String> keys = random(Seed.random(seed, i));
      boolean isAccepted = compare(keys, "seed %d, file %d: %s".formatted(seed, i, keys));
      accepted += isAccepted ? 1 : 0;
      refused += isAccepted ? 0 : 1;
    }
    System.out.printf("users: accepted by both: %d, refused by both: %d%n", accepted, refused);
    assertThat(accepted).isGreaterThan(FILES / 4);
    assertThat(refused).isGreaterThan(FILES / 5);
  }

  private static Map<String, String> random(Random random) {
    Map<String, String> keys = new TreeMap<>();
    int weights = random.nextInt(4);
    for (int i = 0; i < weights; i++) {
      // The first ones are refused by few queues.
      int among = random.nextBoolean() ? 4 : WEIGHTS.size();
      keys.put(
          one(random, QUEUES) + ".user-settings." + one(random, USERS) + ".weight",
          WEIGHTS.get(random.nextInt(among)));
    }
    for (String queue : List.of("", "root.a.x.", "root.b.", "root.a.")) {
      if (random.nextInt(3) == 0) {
        // A parent's factor has no effect there, and may be anything.
        int among = queue.equals("root.a.") || random.nextInt(6) > 0 ? 6 : FACTORS.size();
        keys.put(queue + "user-limit-factor", FACTORS.get(random.nextInt(among)));
      }
      if (random.nextInt(3) == 0) {
        keys.put(queue + "minimum-user-limit-percent", one(random, PERCENTS));
      }
    }
    return keys;
  }

  private static <T> T one(Random random, List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  /** Returns whether both accept a file. */
  private boolean compare(Map<String, String> keys, String file) {
    QueueSpec ours = null;
    String refusal = null;
    try {
      Configuration conf = new Configuration(false);
      queues().forEach((key, value) -> Keys.add(conf, Keys.FILE, key, value));
      keys.forEach((key, value) -> Keys.add(conf, Keys.FILE, key, value));
      ours = QueueFile.load(conf, Keys.FILE).root();
    } catch (QueueFileException e) {
      refusal = e.getMessage();
    }
    CapacityScheduler theirs = new CapacityScheduler();
    try {
      QueueMetrics.clearQueueMetrics();
      Configuration conf = theirConf(keys).build();
      theirs.setConf(conf);
      theirs.setRMContext(rm.getRMContext());
      theirs.init(conf);
    } catch (RuntimeException e) {
      assertThat(refusal).as("refused there: %s: %s", e, file).isNotNull();
      return false;
    }
    try {
      assertThat(refusal).as("accepted there: " + file).isNull();
      for (String queue : LEAVES) {
        UserSettings users =
            ours.subtree().filter(q -> q.path().equals(queue)).findFirst().orElseThrow().users();
        compare(users, (AbstractLeafQueue) theirs.getQueue(queue), queue + " of " + file);
      }
      return true;
    } finally {
      theirs.stop();
    }
  }

  private static void compare(UserSettings users, AbstractLeafQueue theirs, String where) {
    assertThat(Objects.requireNonNullElse(users.limitFactor(), 1.0).floatValue())
        .as("factor, there 1 unless set, of " + where)
        .isEqualTo(theirs.getUserLimitFactor());
    assertThat((float) (100 * users.minimumPart()))
        .as("minimum of " + where)
        .isEqualTo(theirs.getUserLimit());
    for (String user : USERS) {
      assertThat((float) users.weight(user))
          .as("weight of %s in %s", user, where)
          .isEqualTo(theirs.getUserWeights().getByUser(user));
    }
  }
}
