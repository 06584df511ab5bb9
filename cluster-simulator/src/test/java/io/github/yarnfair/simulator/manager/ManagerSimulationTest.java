// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.yarnfair.core.scenario.TestSize;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Deterministic runs of a ResourceManager's events; {@code docs/simulation.md} says how and what.
 */
class ManagerSimulationTest {
  /** Happenings of a run in each build; the night's runs have all of theirs. */
  private static final int FEW = 40;

  private static final int SEEDS = TestSize.of(20, 2);

  /** Most seeds until a mutation has to be found, and most runs until it has to be shrunk. */
  private static final int MOST_SEEDS = 40;

  private static final int MOST_RUNS = 200;

  @BeforeAll
  static void prepare() {
    ThisJvm.prepare();
  }

  @Test
  void aSeedDecidesTheSameTwice() {
    Run.Outcome first = few(7);
    assertThat(first.violation()).isNull();
    assertThat(first.decisions()).isPositive();
    assertThat(few(7).hash()).isEqualTo(first.hash());
    // A hash of nothing but the times of ticks would be the same here too.
    assertThat(few(8).hash()).isNotEqualTo(first.hash());
  }

  @Test
  void noInvariantIsViolatedByFewHappenings() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Run.Outcome outcome = few(seed);
      assertThat(outcome.violation()).as("seed %d", seed).isNull();
    }
  }

  private static Run.Outcome few(long seed) {
    Setting setting = Setting.of(seed);
    return Run.of(seed, setting, Happening.of(seed, setting).subList(0, FEW), false);
  }

  /** In each build one; with {@code -Pexhaustive} all. */
  @ParameterizedTest
  @EnumSource(Mutation.class)
  void mutationsAreFoundAndShrunk(Mutation mutation) {
    assumeTrue(
        TestSize.EXHAUSTIVE || mutation == Mutation.RESERVATION_STAYS_COUNTED,
        "only with -Pexhaustive");
    long begin = System.nanoTime();
    List<Happening> shrunk = mutation.during(() -> find(mutation, begin));
    assertThat(shrunk).as("seeds 1 to %d do not find %s", MOST_SEEDS, mutation).isNotEmpty();
    assertThat(shrunk).as("shrunk").hasSizeLessThan(FEW);
  }

  private static List<Happening> find(Mutation mutation, long begin) {
    for (long seed = 1; seed <= MOST_SEEDS; seed++) {
      Run.Outcome outcome = Run.of(seed);
      if (outcome.violation() != null) {
        Setting setting = Setting.of(seed);
        List<Happening> all = Happening.of(seed, setting);
        List<Happening> shrunk = Shrinker.shrink(seed, setting, all, outcome, MOST_RUNS);
        System.out.printf(
            "%s: seed %d after %d happenings, shrunk to %d %s, %.0f s: %.200s%n",
            mutation,
            seed,
            outcome.happened(),
            shrunk.size(),
            shrunk.stream().map(Happening::kind).toList(),
            (System.nanoTime() - begin) / 1e9,
            outcome.violation().getMessage());
        return shrunk;
      }
    }
    return List.of();
  }

  /** Repeats a seed, all of it. */
  @Test
  void aGivenSeedHolds() {
    Long seed = Long.getLong("yarnfair.seed");
    assumeTrue(seed != null, "only with -Dyarnfair.seed=SEED");
    Run.Outcome outcome = Run.of(seed);
    if (outcome.violation() != null) {
      NightRun.printShrunk(seed, outcome);
    }
    assertThat(outcome.violation()).isNull();
  }

  /** The night's run: each process has seeds of its own. */
  @Test
  void manySeedsHold() throws Exception {
    String years = System.getProperty("yarnfair.clusterYears");
    assumeTrue(years != null, "only with -Dyarnfair.clusterYears=YEARS");
    int processes = Integer.getInteger("yarnfair.processes", 2);
    long first = Long.getLong("yarnfair.firstSeed", 1);
    List<Process> running = new ArrayList<>();
    for (int i = 0; i < processes; i++) {
      running.add(
          new ProcessBuilder(
                  ProcessHandle.current().info().command().orElse("java"),
                  "-XX:+UseSerialGC",
                  "-Xmx1g",
                  "-cp",
                  System.getProperty("java.class.path"),
                  NightRun.class.getName(),
                  Long.toString(first + i),
                  Integer.toString(processes),
                  Double.toString(Double.parseDouble(years) / processes))
              .redirectErrorStream(true)
              .redirectOutput(new File("target", "night-" + i + ".log"))
              .start());
    }
    for (int i = 0; i < processes; i++) {
      assertThat(running.get(i).waitFor()).as("see target/night-%d.log", i).isZero();
    }
  }
}
