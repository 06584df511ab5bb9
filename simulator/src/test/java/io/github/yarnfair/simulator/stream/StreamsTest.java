// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.TaskGroup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The streams that rules are compared by. */
class StreamsTest {
  private static final long SEED = Long.getLong("yarnfair.seed", 20_261_123);

  @Test
  void eachDepartmentAsksForMoreThanItsShareAndJobsArriveInOrderWithinTheHour() {
    System.out.println("StreamsTest: -Dyarnfair.seed=" + SEED);
    List<JobStream> streams = Streams.all(SEED);
    assertThat(streams.stream().map(JobStream::name)).doesNotHaveDuplicates();
    for (JobStream stream : streams) {
      assertThat(stream.workload().jobs())
          .as(stream.name())
          .isSortedAccordingTo((a, b) -> Long.compare(a.submitMillis(), b.submitMillis()))
          .allMatch(job -> job.submitMillis() < JobStream.LENGTH_MILLIS);
      Map<String, Double> asked = dominantShares(stream);
      List<RunQueue> departments = stream.root().children();
      double weights = departments.stream().mapToDouble(RunQueue::weight).sum();
      for (RunQueue department : departments) {
        assertThat(asked.get(department.path()))
            .as("%s, %s", stream.name(), department.path())
            .isGreaterThan(department.weight() / weights);
      }
    }
  }

  @Test
  void equalSeedsGiveEqualJobsAndOthersGiveOthers() {
    assertThat(times(Streams.all(SEED))).isEqualTo(times(Streams.all(SEED)));
    assertThat(times(Streams.all(SEED + 1))).isNotEqualTo(times(Streams.all(SEED)));
  }

  private static List<Long> times(List<JobStream> streams) {
    return streams.stream()
        .flatMap(stream -> stream.workload().jobs().stream())
        .map(RunJob::submitMillis)
        .toList();
  }

  /** Returns what the jobs of a department would hold on average over the hour without others. */
  private static Map<String, Double> dominantShares(JobStream stream) {
    long[] capacity = new long[stream.workload().resources().size()];
    stream.workload().nodes().forEach(node -> add(capacity, node.capacity(), 1));
    Map<String, long[]> work = new HashMap<>();
    for (RunJob job : stream.workload().jobs()) {
      String department = "root." + job.queue().split("\\.")[1];
      long[] sum = work.computeIfAbsent(department, path -> new long[capacity.length]);
      for (TaskGroup group : job.groups()) {
        add(sum, group.demand(), group.count() * group.durationMillis());
      }
    }
    return work.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> share(entry.getValue(), capacity)));
  }

  private static void add(long[] sum, long[] amounts, long times) {
    for (int j = 0; j < sum.length; j++) {
      sum[j] += amounts[j] * times;
    }
  }

  private static double share(long[] work, long[] capacity) {
    double share = 0;
    for (int j = 0; j < capacity.length; j++) {
      share = Math.max(share, (double) work[j] / ((double) capacity[j] * JobStream.LENGTH_MILLIS));
    }
    return share;
  }
}
