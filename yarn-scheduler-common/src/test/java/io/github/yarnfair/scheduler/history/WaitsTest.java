// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.github.yarnfair.scheduler.history.ClusterSample.Waiting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptMetrics;
import org.junit.jupiter.api.Test;

/** How long applications wait for their masters, and for their next container. */
class WaitsTest {
  private final Map<ApplicationId, RMApp> applications = new HashMap<>();

  private ApplicationId application(String queue, long submitted, long launched, int containers) {
    ApplicationId id = ApplicationId.newInstance(1, applications.size());
    RMApp app = mock();
    RMAppAttempt attempt = mock();
    RMAppAttemptMetrics metrics = mock();
    when(app.getQueue()).thenReturn(queue);
    when(app.getSubmitTime()).thenReturn(submitted);
    when(app.getLaunchTime()).thenReturn(launched);
    when(app.getCurrentAppAttempt()).thenReturn(attempt);
    when(attempt.getRMAppAttemptMetrics()).thenReturn(metrics);
    when(metrics.getTotalAllocatedContainers()).thenReturn(containers);
    applications.put(id, app);
    return id;
  }

  private void give(ApplicationId id, int containers) {
    RMAppAttempt attempt = applications.get(id).getCurrentAppAttempt();
    when(attempt.getRMAppAttemptMetrics().getTotalAllocatedContainers()).thenReturn(containers);
  }

  @Test
  void eachStartIsCountedOnceInItsQueueAndSize() {
    StartWaits waits = new StartWaits(applications, 1000);
    application("root.a", 100, 900, 1); // before the history
    application("root.a", 1000, 1500, 1);
    application("root.a", 1000, 3000, 1);
    application("root.b.c", 1000, 1200, 11);
    ApplicationId later = application("root.b.c", 1000, 0, 0);
    waits.update(2000);
    waits.update(4000);
    when(applications.get(later).getLaunchTime()).thenReturn(5000L);
    give(later, 300);
    waits.update(6000);

    HistoryView view = new HistoryViewer(rows(), "root").view(waits.since(0), List.of(), 7000);

    assertThat(view.waits())
        .containsExactly(
            new HistoryView.Waits(1, 0, 2, List.of(500L, 500L, 500L, 2000L, 2000L, 2000L)),
            new HistoryView.Waits(2, 2, 1, List.of(200L, 200L, 200L, 200L, 200L, 200L)),
            new HistoryView.Waits(2, 3, 1, List.of(4000L, 4000L, 4000L, 4000L, 4000L, 4000L)));
  }

  private static List<ShareHistory.Row> rows() {
    short[] shares = {3, 2, 1};
    List<String> paths = List.of("root", "root.a", "root.b");
    return List.of(
        new ShareHistory.Row(1000, paths, shares, shares, null, new short[] {3}, new short[] {0}));
  }

  /** What an application waited for ends with its next container, even if it wants more. */
  @Test
  void oldestWaitBeginsAgainWithEachContainer() {
    OldestWaits waits = new OldestWaits(applications);
    ApplicationId first = application("root.a", 10_000, 0, 0);
    ApplicationId second = application("root.b", 15_000, 16_000, 1);

    assertThat(waits.update(waiting(first, second), 20_000)).containsExactly(10, 10, 0);
    assertThat(waits.update(waiting(first, second), 30_000)).containsExactly(20, 20, 10);
    give(first, 1);
    assertThat(waits.update(waiting(first, second), 40_000)).containsExactly(20, 0, 20);
    assertThat(waits.update(waiting(first), 50_000)).containsExactly(10, 10, 0);
  }

  private static ClusterSample waiting(ApplicationId... waiting) {
    return new ClusterSample(
        List.of(queue("root", -1), queue("root.a", 0), queue("root.b", 0)),
        IntStream.range(0, waiting.length).mapToObj(i -> new Waiting(waiting[i], i + 1)).toList(),
        List.of(),
        new long[1]);
  }

  private static ClusterSample.Queue queue(String path, int above) {
    return new ClusterSample.Queue(
        path, above, mock(), 0, 0, new long[1], new long[1], null, Map.of());
  }

  /** 1,440 rows, two days at a long interval, of which the oldest half is gone. */
  @Test
  void manySamplesBecomeMeansOfAtMostTwoHundredAndForty() {
    ShareHistory history = new ShareHistory();
    for (int i = 0; i < 2 * ShareHistory.MOST; i++) {
      double share = i % 3 == 0 ? 0.3 : 0.0;
      history.add(
          i,
          new ClusterSample(
              List.of(
                  new ClusterSample.Queue(
                      "root",
                      -1,
                      mock(),
                      share,
                      1.0,
                      new long[] {10},
                      new long[] {20},
                      null,
                      Map.of())),
              List.of(),
              List.of(),
              new long[] {20}),
          new long[] {5});
    }
    HistoryView view = new HistoryViewer(history.rows(), "root").view(List.of(), List.of(), 9999);

    assertThat(view.times()).hasSize(HistoryView.MOST_TIMES).startsWith(720L, 723L);
    assertThat(view.queues().get(0).held()).containsOnly(1000);
    assertThat(view.queues().get(0).ideal()).containsOnly(10_000);
    assertThat(view.used().get(0)).containsOnly(5000);
    assertThat(view.stranded().get(0)).containsOnly(2500);
  }
}
