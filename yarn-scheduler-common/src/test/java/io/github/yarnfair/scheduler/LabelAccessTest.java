// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.scheduler.conf.queue.LabelFile;
import io.github.yarnfair.scheduler.testing.LabelledRm;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random files with node labels, put in force by refreshes: CapacityScheduler and this scheduler
 * refuse the same submissions, requests and moves, and what they take runs on the same nodes.
 */
class LabelAccessTest {
  private static final int FILES = TestSize.of(20, 2);

  /** The last is mapped to a queue that is created below root.p. */
  private static final List<String> LEAVES =
      List.of("root.b", "root.a.x", "root.a.y", "root.c.z", "default");

  private LabelledRm theirs;
  private LabelledRm ours;

  @BeforeEach
  void shareTheMetricsSystem() {
    DefaultMetricsSystem.setMiniClusterMode(true);
  }

  private void boot(Map<String, String> keys) throws Exception {
    theirs = new LabelledRm(CapacityScheduler.class, keys);
    ours = new LabelledRm(NaiveScheduler.class, keys);
  }

  @AfterEach
  void stop() {
    theirs.close();
    ours.close();
  }

  /** A file where queues are created below root.p. */
  private static Map<String, String> keys(Random random, boolean isLegacy) {
    Map<String, String> keys = LabelFile.valid(random);
    if (isLegacy && keys.get("root.a.capacity").endsWith("w")) {
      return keys(random, true); // CapacityScheduler wants percentages there.
    }
    String template =
        "root.p." + (isLegacy ? "leaf-queue-template." : "auto-queue-creation-v2.template.");
    keys.put(
        "root.p." + (isLegacy ? "auto-create-child-queue." : "auto-queue-creation-v2.") + "enabled",
        "true");
    keys.put(template + "capacity", isLegacy ? "10" : "1w");
    String gpu = "accessible-node-labels.gpu.capacity";
    if (random.nextBoolean() && keys.containsKey("root.p." + gpu)) {
      keys.put(template + gpu, isLegacy ? "10" : "1w");
    }
    return keys;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theSameIsRefusedAndRunsOnTheSameNodes(boolean isLegacy) throws Exception {
    long seed = Seed.of("access", 20261123);
    boot(keys(Seed.random(seed, FILES), isLegacy));
    int refused = 0;
    int placed = 0;
    for (int i = 0; i < FILES; i++) {
      Map<String, String> keys = keys(Seed.random(seed, i), isLegacy);
      List<String> expected = answers(theirs, keys);
      List<String> answers = answers(ours, keys);
      assertThat(differences(expected, answers))
          .as("seed %d, file %d: %s", seed, i, keys)
          .isEmpty();
      refused += (int) expected.stream().filter(answer -> answer.contains("refused")).count();
      placed += (int) expected.stream().filter(answer -> answer.contains(" on ")).count();
    }
    assertThat(moves(ours)).isEqualTo(moves(theirs));
    System.out.printf("access: %d refused, %d placed%n", refused, placed);
    assertThat(refused).isGreaterThan(FILES);
    assertThat(placed).isGreaterThan(FILES);
  }

  /** What CapacityScheduler leaves waiting may run here; the tests of partitions say where not. */
  private static List<String> differences(List<String> expected, List<String> answers) {
    return IntStream.range(0, expected.size())
        .filter(i -> !answers.get(i).equals(expected.get(i)))
        .filter(i -> !expected.get(i).endsWith("waits") || answers.get(i).contains("refused"))
        .mapToObj(i -> expected.get(i) + ", but " + answers.get(i))
        .toList();
  }

  private static List<List<String>> moves(LabelledRm rm) throws Exception {
    List<List<String>> answers = new ArrayList<>();
    for (String queue : List.of("root.b", "root.a.y")) {
      answers.add(rm.moves(queue, "gpu", LEAVES.subList(0, 4)));
    }
    return answers;
  }

  private static List<String> answers(LabelledRm rm, Map<String, String> keys) throws Exception {
    rm.refresh(keys);
    List<String> answers = new ArrayList<>();
    for (String label : LabelledRm.LABELS) {
      answers.addAll(rm.startMasters(LEAVES, label));
    }
    answers.addAll(rm.request(LEAVES));
    return answers;
  }
}
