// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.yarnfair.simulator.run.QueueSample;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A run of three tasks on two nodes, one of them preempted; worked by hand. */
class PictureObserverTest {
  private final RunNode plain = new RunNode(0, "plain", "", new long[] {1000, 10, 0});
  private final RunNode gpu = new RunNode(1, "gpu", "", new long[] {1000, 10, 4});
  private final RunJob small = job(0, "root.a.x", 1, new long[] {100, 1, 1});
  private final RunJob large = job(1, "root.b", 2, new long[] {600, 6, 0});
  private final PictureObserver observer = new PictureObserver();

  private static RunJob job(int index, String queue, int tasks, long[] demand) {
    List<TaskGroup> groups = List.of(new TaskGroup(tasks, demand, 5000, ""));
    return new RunJob(index, "job" + index, queue, "", 1000, groups);
  }

  private JsonNode picture() {
    observer.begins(
        new Workload(
            List.of("memory-mb", "vcores", "yarn.io/gpu"),
            List.of(plain, gpu),
            List.of(small, large)),
        "h-drf",
        "best-fit");
    sample(0, 0.0, 0.0, 0);
    observer.jobSubmitted(1000, small);
    observer.jobSubmitted(1000, large);
    observer.taskStarted(1500, small, 0, gpu);
    observer.taskStarted(3000, large, 0, plain);
    // Free: 400 and 4 on plain, 900, 9 and 3 on gpu; one of large waits and fits gpu alone.
    sample(4000, 0.25, 0.3, 700);
    observer.taskStarted(5000, large, 1, gpu);
    observer.taskEnded(6000, large, 1, gpu, true);
    observer.taskEnded(6500, small, 0, gpu, false);
    sample(8000, 0.0, 0.6, 600);
    observer.taskStarted(9000, large, 1, gpu);
    observer.ends(12_000);
    return observer.picture();
  }

  private void sample(long time, double a, double b, long memory) {
    observer.sample(
        time,
        List.of(
            new QueueSample("root", a + b, 1.0, 0),
            new QueueSample("root.a", a, 0.4, 0),
            new QueueSample("root.a.x", a, 0.4, 0),
            new QueueSample("root.b", b, 0.6, 0)),
        new long[] {memory, memory / 100, a > 0 ? 1 : 0});
  }

  @Test
  void sharesAreInHundredthsOfAPercent() {
    JsonNode picture = picture();

    assertThat(picture.get("times").toString()).isEqualTo("[0,4000,8000]");
    assertThat(picture.get("queues"))
        .extracting(queue -> queue.get("path").asText())
        .containsExactly("root", "root.a", "root.b", "root.a.x");
    assertThat(picture.at("/queues/1/held").toString()).isEqualTo("[0,2500,0]");
    assertThat(picture.at("/queues/2/ideal").toString()).isEqualTo("[6000,6000,6000]");
    assertThat(picture.at("/resources/0/used").toString()).isEqualTo("[0,3500,3000]");
    assertThat(picture.get("end").asLong()).isEqualTo(12_000);
    assertThat(picture.get("title").asText()).isEqualTo("h-drf, best-fit");
  }

  /** At 4 s the waiting task fits no room on plain; at 8 s it fits none there either. */
  @Test
  void freeResourcesOfNodesWhereNoWaitingTaskFitsAreStranded() {
    JsonNode picture = picture();

    assertThat(picture.at("/resources/0/stranded").toString()).isEqualTo("[0,2000,2000]");
    assertThat(picture.at("/resources/1/stranded").toString()).isEqualTo("[0,2000,2000]");
    assertThat(picture.at("/resources/2/stranded").toString()).isEqualTo("[0,0,0]");
  }

  /** Of large: 2 s and 4 s from the submission, and 3 s from the preemption. */
  @Test
  void waitsAreFromSubmissionOrPreemptionAndCountInTheQueuesAboveToo() {
    JsonNode waits = picture().get("waits");

    // A quarter of the GPUs is the size of small; 60 % of the memory that of large.
    assertThat(row(waits, 2, 4).get(2).asInt()).isEqualTo(3);
    assertThat(row(waits, 2, 4).get(5).asDouble()).isCloseTo(3000, within(150.0));
    assertThat(row(waits, 2, 4).get(8).asLong()).isEqualTo(4000);
    assertThat(row(waits, 3, 4).get(8).asLong()).isEqualTo(500);
    assertThat(row(waits, 1, 4).get(8).asLong()).isEqualTo(500);
    assertThat(row(waits, 0, 4).get(2).asInt()).isEqualTo(4);
  }

  private static JsonNode row(JsonNode waits, int queue, int size) {
    for (JsonNode row : waits) {
      if (row.get(0).asInt() == queue && row.get(1).asInt() == size) {
        return row;
      }
    }
    throw new AssertionError("none of queue " + queue + ", size " + size + ": " + waits);
  }

  @Test
  void barsEndWithTheTaskOrTheRunAndTellPreemptions() {
    JsonNode picture = picture();

    List<List<Long>> bars = new ArrayList<>();
    for (int i = 0; i < picture.get("bars").size(); i += 5) {
      List<Long> bar = new ArrayList<>();
      for (int j = i; j < i + 5; j++) {
        bar.add(picture.at("/bars/" + j).asLong());
      }
      bars.add(bar);
    }
    assertThat(picture.at("/nodes/1/name").asText()).isEqualTo("gpu");
    assertThat(bars)
        .containsExactlyInAnyOrder(
            List.of(0L, 3000L, 9000L, 2L, 0L),
            List.of(1L, 1500L, 5000L, 3L, 0L),
            List.of(1L, 5000L, 1000L, 2L, 1L),
            List.of(1L, 9000L, 3000L, 2L, 0L));
  }

  /** The last job comes after 1 s of 12 s. */
  @Test
  void picturesOfRunsWithALongTailEndWithTheLastSubmission() {
    assertThat(picture().get("until").asLong()).isEqualTo(1000);
  }

  @Test
  void factsAddUp() {
    assertThat(picture().get("facts").toString())
        .contains(
            "[\"jobs\",\"2\"]",
            "[\"tasks ended\",\"1\"]",
            "[\"starts\",\"4\"]",
            "[\"preempted\",\"1\"]");
  }

  /** Rows become means of pairs when the table is full; times stay those of the first samples. */
  @Test
  void manySamplesBecomeMeans() {
    SampledColumns columns = new SampledColumns();
    int first = columns.addColumn();
    int second = -1;
    for (int i = 0; i < 2 * SampledColumns.MOST + 2; i++) {
      columns.begin(10L * i);
      columns.set(first, i % 2);
      if (i == SampledColumns.MOST) {
        second = columns.addColumn();
      }
      if (second >= 0) {
        columns.set(second, 5.0);
      }
      columns.end();
    }
    assertThat(columns.rows()).isEqualTo(SampledColumns.MOST / 2 + 1);
    assertThat(columns.time(1)).isEqualTo(40);
    assertThat(columns.value(first, 1)).isCloseTo(0.5, within(1e-6));
    assertThat(columns.value(second, SampledColumns.MOST / 4 - 1)).isNaN();
    assertThat(columns.value(second, SampledColumns.MOST / 4)).isEqualTo(5.0);
    assertThat(columns.value(first, SampledColumns.MOST / 2)).isCloseTo(0.5, within(1e-6));
  }

  @Test
  void quantilesAreWithinFivePercent() {
    WaitHistogram waits = new WaitHistogram();
    for (int i = 1; i <= 1000; i++) {
      waits.add(100L * i);
    }
    waits.add(0);
    assertThat((double) waits.quantile(0.5)).isCloseTo(50_000, within(2500.0));
    assertThat((double) waits.quantile(0.95)).isCloseTo(95_000, within(4750.0));
    assertThat(waits.quantile(1.0)).isEqualTo(100_000);
    assertThat(waits.quantile(0.0)).isZero();
  }
}
