// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.recording.RecordedDecision;
import io.github.yarnfair.recording.RecordedFiles;
import io.github.yarnfair.recording.RecordingReader;
import io.github.yarnfair.recording.RecordingVisitor;
import io.github.yarnfair.recording.replay.Replay;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.RecordedPolicy;
import io.github.yarnfair.scheduler.balance.BalanceReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Balances and the flight recorder: each can be checked by the other. */
class RecordedBalancesTest {
  private static final long SEED = Seed.of("RecordedBalancesTest", 36);
  private static final Map<String, Double> WEIGHTS =
      Map.of("root.a", 3.0, "root.b", 1.0, "root.c", 2.0, "root.a.x", 1.0, "root.a.y", 4.0);

  @TempDir private Path directory;

  private long now = 1_700_000_000_000L;

  private SchedulerConf conf(String folder) {
    SchedulerConf conf =
        SchedulerConf.of(NaiveScheduler.class)
            .option("recording.directory", directory.resolve(folder))
            .queues("root", "a,b,c")
            .queues("root.a", "x,y");
    WEIGHTS.forEach((path, weight) -> conf.set(path + ".capacity", weight.intValue() + "w"));
    return conf;
  }

  /** What a run left behind. */
  private record Run(List<BalanceReport.Line> balances, List<Replay.Outcome> outcomes) {}

  /** Lets applications come and go on a full cluster for hours. */
  private Run run(SchedulerConf conf, String folder) throws Exception {
    now = 1_700_000_000_000L;
    Random random = Seed.random(SEED, 0);
    List<BalanceReport.Line> balances;
    HierarchicalScheduler scheduler;
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      scheduler = cluster.scheduler;
      scheduler.setClock(() -> now);
      SchedulerChurn churn = new SchedulerChurn(cluster, random);
      cluster.addNode("n1", resource(40_000, 40));
      Resource[] tasks = {resource(1000, 1), resource(500, 2), resource(2500, 1)};
      String[] queues = {"root.a.x", "root.a.y", "root.b", "root.c"};
      List<String> running = new ArrayList<>();
      for (int step = 0; step < 400; step++) {
        now += 1 + random.nextInt(40_000);
        if (running.size() < 2 || random.nextInt(20) == 0) {
          String queue = queues[random.nextInt(queues.length)];
          churn.endless("app" + step, queue, tasks[random.nextInt(tasks.length)]);
          running.add("app" + step);
        } else if (running.size() > 3 && random.nextInt(20) == 0) {
          churn.leave(running.remove(random.nextInt(running.size())));
        }
        churn.churn(1, 0);
      }
      now += 60_000;
      cluster.nodes().get(0).heartbeat();
      balances = scheduler.readings().balances().queues();
      cluster.verify();
    }
    List<Replay.Outcome> outcomes = new ArrayList<>();
    for (Path file : RecordedFiles.of(directory.resolve(folder))) {
      outcomes.add(
          new Replay(file, head -> RecordedPolicy.of(scheduler, head.policy())).run(false));
    }
    return new Run(balances, outcomes);
  }

  /** Reads the file that begins where the virtual clock does. */
  private void read(String folder, RecordingVisitor visitor) throws Exception {
    List<Path> files = RecordedFiles.of(directory.resolve(folder));
    assertThat(files).hasSize(2);
    RecordingReader.read(files.get(1), false, visitor);
  }

  /** To a millionth of the time that is remembered. */
  @ParameterizedTest
  @ValueSource(strings = {"contended", "all"})
  void balancesAreThoseThatAnIndependentReaderOfTheRecordingComputes(String charges)
      throws Exception {
    Run run =
        run(
            conf(charges)
                .option("balance.half-life", "2h")
                .option("balance.strength", "20")
                .option("balance.charges", charges),
            charges);
    RecordedBalances recorded = new RecordedBalances(WEIGHTS, 2);
    read(charges, recorded);
    assertThat(recorded.epochs).isGreaterThan(100);
    assertThat(recorded.changes).isGreaterThan(100);
    assertThat(run.outcomes()).extracting(Replay.Outcome::first).containsOnlyNulls();
    assertThat(run.outcomes().get(1).selected()).isGreaterThan(1000);
    int compared = 0;
    for (BalanceReport.Line line : run.balances()) {
      if (line.resource().equals("memory-mb") || line.resource().equals("vcores")) {
        int resource = line.resource().equals("vcores") ? 1 : 0;
        double expected = recorded.balances.get(line.queue())[resource];
        assertThat(Math.abs(expected)).as(line.toString()).isPositive();
        assertThat(line.amount())
            .as("seed %d, %s", SEED, line)
            .isCloseTo(expected, within(1e-6 * Math.max(1, Math.abs(expected))));
        compared++;
      }
    }
    assertThat(compared).isEqualTo(2 * WEIGHTS.size());
  }

  /**
   * Without a half-life the other keys change nothing, and nothing of balances is recorded. Events
   * are compared, not the files: the thread that writes begins a block, with a length and a
   * checksum, twice a second of the machine's clock, so that two equal runs have other blocks.
   */
  @Test
  void withoutAHalfLifeARecordingIsAsWithoutAnyKeyOfBalances() throws Exception {
    run(conf("without"), "without");
    run(
        conf("off")
            .option("balance.floor", "0.1")
            .option("balance.strength", "50")
            .option("balance.charges", "all")
            .option("balance.preempts", "true")
            .option("balance.store", directory.resolve("store").toUri()),
        "off");
    Events without = new Events();
    Events off = new Events();
    read("without", without);
    read("off", off);
    assertThat(without.events).hasSizeGreaterThan(2000);
    assertThat(off.events).isEqualTo(without.events);
  }

  /** What happens in a recording, bit by bit, but for the time at which the process began. */
  private static final class Events implements RecordingVisitor {
    private final List<String> events = new ArrayList<>();
    private long millis;

    private void add(Object... parts) {
      events.add(millis + Arrays.deepToString(parts));
    }

    @Override
    public void at(long offset, long at) {
      millis = at;
    }

    @Override
    public void added(int node, int parent, boolean isLeaf, double weight) {
      add("added", node, parent, isLeaf, weight);
    }

    @Override
    public void removed(int node) {
      add("removed", node);
    }

    @Override
    public void weights(int node, double[] weights) {
      add("weights", node, weights);
    }

    @Override
    public void epochEnds(long halfLifeMillis, boolean onlyContended) {
      throw new IllegalStateException("an epoch without a half-life");
    }

    @Override
    public void charged(int leaf, long[] task, long count) {
      add("charged", leaf, task, count);
    }

    @Override
    public void released(int leaf, long[] task) {
      add("released", leaf, task);
    }

    @Override
    public void decided(RecordedDecision decision) {
      add("decided", decision.leaf());
    }

    @Override
    public void capacity(long[] amounts) {
      add("capacity", amounts);
    }
  }
}
