// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.core.tree.Demand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A queue of many small jobs beside one of few large jobs, each job with a master: what the limit
 * of masters makes of their shares.
 */
class MastersTest {
  private static final long SEED = 20_261_123;
  private static final int SECONDS = 1200;
  private static final int FROM = 300;

  /** With three tasks each they ask for 160 cores, so that a can always use more than its half. */
  private static final int JOBS = 40;

  private static final List<Column> COLUMNS =
      List.of(
          new Column("0.1", 3),
          new Column("0.3", 3),
          new Column("0.5", 3),
          new Column("1.0", 3),
          new Column("0.1", 20));

  /** The columns in which the masters of a may take more than its jobs need. */
  private static final List<Integer> WITHOUT_LIMIT = List.of(2, 3);

  /** The limit of masters, and how many tasks a job of the stream has. */
  private record Column(String part, int tasks) {
    StreamRun.Setting setting() {
      return new StreamRun.Setting(
          10,
          10,
          part,
          List.of(new JobStream("a", JOBS, tasks, 1), new JobStream("b", 4, Demand.ENDLESS, 1)));
    }

    @Override
    public String toString() {
      return part + ", " + tasks + " tasks";
    }
  }

  @Test
  @Tag("experiment")
  void largeJobsBesideAStreamOfSmallOnes() throws Exception {
    System.out.printf(
        "%nQueues a and b of equal weight, 100 cores; a: %d jobs at any time, b: 4 endless ones;"
            + " seed %d%nmean cores of b (cores of a; masters of a) by limit of masters%n%-28s%s%n",
        JOBS, SEED, "", COLUMNS.stream().map("%20s"::formatted).collect(Collectors.joining()));
    List<Double> capacity = row(Rival.CAPACITY, false);
    List<Double> poorest = row(Rival.POOREST, false);
    if (TestSize.EXHAUSTIVE) {
      row(Rival.FAIR, false);
      row(Rival.POOREST, true);
    }
    List<Double> ours = row(Rival.HDRF, false);
    List<Double> preempting = row(Rival.HDRF, true);
    for (int column = 0; column < COLUMNS.size(); column++) {
      // What the limit leaves to b is what b has under CapacityScheduler, which divides by queue.
      assertThat(ours.get(column)).isCloseTo(capacity.get(column), within(3.0));
      assertThat(preempting.get(column)).isCloseTo(capacity.get(column), within(3.0));
    }
    for (int column : WITHOUT_LIMIT) {
      assertThat(capacity.get(column)).isCloseTo(50, within(2.0));
      assertThat(poorest.get(column)).isLessThan(45);
      assertThat(ours.get(column)).isBetween(47.0, 53.0);
      assertThat(preempting.get(column)).isBetween(49.0, 51.0);
    }
  }

  private static List<Double> row(Rival rival, boolean preempts) throws Exception {
    List<Double> ofB = new ArrayList<>();
    List<String> cells = new ArrayList<>();
    for (Column column : COLUMNS) {
      StreamRun.Held held = column.setting().under(rival, preempts, SECONDS, FROM, SEED);
      ofB.add(held.vcores().get("b"));
      cells.add(
          String.format(
              Locale.ROOT,
              "%.1f (%.1f; %.1f)",
              held.vcores().get("b"),
              held.vcores().get("a"),
              held.masters().get("a")));
    }
    System.out.printf(
        "%-28s%s%n",
        rival + (preempts ? ", preemption" : ""),
        cells.stream().map("%20s"::formatted).collect(Collectors.joining()));
    return ofB;
  }

  @Test
  void oneLargeJobBesideAStreamOfJobsOfOneTask() throws Exception {
    StreamRun.Setting setting =
        new StreamRun.Setting(
            10,
            32,
            "0.1",
            List.of(new JobStream("a", 1, Demand.ENDLESS, 8), new JobStream("b", JOBS, 1, 8)));
    Map<Rival, StreamRun.Held> runs = new LinkedHashMap<>();
    System.out.printf(
        "%nQueues a and b of equal weight, 320 vcores; a: one endless job, b: %d jobs of one task"
            + " at any time; tasks of 8 vcores; limit of masters 0.1; seed %d%n",
        JOBS, SEED);
    for (Rival rival : List.of(Rival.CAPACITY, Rival.FAIR, Rival.POOREST, Rival.HDRF)) {
      StreamRun.Held held = setting.under(rival, false, SECONDS, FROM, SEED);
      runs.put(rival, held);
      System.out.printf(
          Locale.ROOT,
          "%-10s a %.1f %%, b %.1f %% (%.1f masters)%n",
          rival,
          held.vcores().get("a") / 3.2,
          held.vcores().get("b") / 3.2,
          held.masters().get("b"));
    }
    assertThat(runs.get(Rival.POOREST).vcores().get("a") / 3.2).isLessThan(30);
    for (Rival rival : List.of(Rival.CAPACITY, Rival.FAIR, Rival.HDRF)) {
      assertThat(runs.get(rival).vcores().get("a") / 3.2).as("%s", rival).isBetween(40.0, 50.0);
      assertThat(runs.get(rival).vcores().get("b") / 3.2).as("%s", rival).isBetween(36.0, 46.0);
    }
  }
}
