// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Readings are taken once each, the last one of a key, and none is lost. */
class AskReadingsTest {
  private static final SchedulerRequestKey FIRST = key(1, null);
  private static final SchedulerRequestKey SECOND = key(2, null);
  private static final SchedulerRequestKey INCREASE =
      key(
          1,
          ContainerId.newContainerId(
              ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1), 1));

  private final AskReadings readings = new AskReadings();
  private final Map<SchedulerRequestKey, @Nullable Ask> taken = new HashMap<>();

  private static SchedulerRequestKey key(int priority, @Nullable ContainerId toUpdate) {
    return new SchedulerRequestKey(Priority.newInstance(priority), -1, toUpdate);
  }

  private static Ask ask(SchedulerRequestKey key, int containers) {
    AppPlacementAllocator<?> request = mock(AppPlacementAllocator.class, withSettings().stubOnly());
    when(request.getPrimaryRequestedNodePartition()).thenReturn("");
    when(request.getPendingAsk(ResourceRequest.ANY))
        .thenReturn(new PendingAsk(Resource.newInstance(1, 1), containers));
    Ask ask = Ask.of(key, request, new ResourceVectors(), null, null);
    assertThat(ask).isNotNull();
    return ask;
  }

  @Test
  void lastReadingOfEachKeyIsTakenOnce() {
    Ask last = ask(FIRST, 2);
    readings.publish(FIRST, ask(FIRST, 1));
    readings.publish(FIRST, last);
    readings.publish(SECOND, ask(SECOND, 1));
    readings.publish(SECOND, null);
    assertThat(readings.isEmpty()).isFalse();
    readings.takeAll(taken::put);
    assertThat(taken).hasSize(2).containsEntry(FIRST, last).containsEntry(SECOND, null);
    assertThat(readings.isEmpty()).isTrue();
    readings.takeAll(
        (key, ask) -> {
          throw new AssertionError(key + " is taken twice");
        });
  }

  @Test
  void readingsThatCouldNotBeTakenAreKeptUnlessThereIsANewerOne() {
    Ask before = ask(FIRST, 1);
    Ask newer = ask(SECOND, 2);
    readings.publish(FIRST, before);
    readings.publish(SECOND, ask(SECOND, 1));
    assertThatThrownBy(
            () ->
                readings.takeAll(
                    (key, ask) -> {
                      readings.publish(SECOND, newer);
                      throw new IllegalStateException("cannot be taken");
                    }))
        .hasMessage("cannot be taken");
    readings.takeAll(taken::put);
    assertThat(taken).hasSize(2).containsEntry(FIRST, before).containsEntry(SECOND, newer);
  }
}
