// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.RandomTreeEvents;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.recording.SnapshotHead.Reason;
import io.github.yarnfair.recording.replay.Replay;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was recorded of random trees and nodes comes out alike; with another rule it does not. */
class ReplayTest {
  private static final int ROUNDS = TestSize.of(600, 60);
  private static final int STEPS = 400;

  @TempDir private Path directory;

  private List<Path> record(RecordedTree tree, int steps, long maximumBytes) throws Exception {
    RecordingSettings settings = new RecordingSettings(directory, maximumBytes, 1L << 40);
    try (FlightRecorder flight =
        new FlightRecorder(
            settings, "T" + tree.hashCode(), System::currentTimeMillis, e -> {}, null)) {
      tree.record(flight.recorder(), Reason.START);
      for (int i = 0; i < steps; i++) {
        tree.step();
      }
    }
    return RecordedFiles.of(directory).stream()
        .filter(file -> file.getFileName().toString().startsWith("T" + tree.hashCode() + "-"))
        .toList();
  }

  private static RecordedTree tree(Random random, int round) {
    int nodes = 2 + random.nextInt(40);
    RandomTreeEvents events =
        round % 3 == 0
            ? new RandomTreeEvents(RandomTreeEvents.classes(random), random, nodes)
            : new RandomTreeEvents(random, nodes);
    return new RecordedTree(round % 2 == 0 ? events : events.inOrder(), random);
  }

  /** Each file is replayed alone; most begin in the middle of an offer. */
  @Test
  void everyFileOfARecordingComesOutAsRecorded() throws Exception {
    long seed = Seed.of("ReplayTest", 20_261_123);
    long files = 0;
    long decisions = 0;
    long choices = 0;
    for (int round = 0; round < ROUNDS; round++) {
      RecordedTree tree = tree(Seed.random(seed, round), round);
      for (Path file : record(tree, STEPS, round % 4 == 0 ? 1 << 14 : 1 << 24)) {
        Replay.Outcome outcome = new Replay(file, RecordedTree::policy).run(false);
        assertThat(outcome.first()).as("round %d", round).isNull();
        files++;
        decisions += outcome.decisions();
        choices += outcome.nodeChoices();
      }
    }
    System.out.printf(
        "ReplayTest: %d files, %d decisions, %d choices%n", files, decisions, choices);
    assertThat(files).isGreaterThan((long) ROUNDS);
    assertThat(decisions).isGreaterThan((long) ROUNDS * STEPS / 2);
    assertThat(choices).isGreaterThan(10L * ROUNDS);
  }

  @Test
  void aChangedRuleIsNamedWithItsFirstDifference() throws Exception {
    RecordedTree tree = new RecordedTree(new Random(5), 30);
    Path file = record(tree, 2 * STEPS, 1 << 24).get(0);
    Replay.Outcome outcome = new Replay(file, RecordedTree::changedPolicy).run(false);
    assertThat(outcome.differences()).isPositive();
    assertThat(outcome.first().offset()).isBetween(40L, file.toFile().length());
    assertThat(outcome.first().millis()).isBetween(1_000_000L, tree.now());
    assertThat(outcome.first().toString())
        .startsWith(file + ": offset " + outcome.first().offset() + ", 1970-01-01T00:16:")
        .contains(" of alice in root.q");
  }
}
