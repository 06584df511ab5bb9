/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.benchmarks.rm;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.jspecify.annotations.Nullable;

/**
 * A dispatcher without threads. Events for the scheduler wait until they are fetched; so do the
 * names of attempts that were given a container, one for each container; all others are dropped.
 */
@SuppressWarnings("rawtypes")
final class EventSink implements Dispatcher {
  private final Queue<SchedulerEvent> forScheduler = new ConcurrentLinkedQueue<>();
  private final Queue<ApplicationAttemptId> given = new ConcurrentLinkedQueue<>();
  private final EventHandler<Event> handler = this::take;

  @Override
  public EventHandler<Event> getEventHandler() {
    return handler;
  }

  @Override
  public void register(Class<? extends Enum> eventType, EventHandler ignored) {}

  private void take(Event event) {
    if (event instanceof RMAppAttemptEvent attempt) {
      if (attempt.getType() == RMAppAttemptEventType.CONTAINER_ALLOCATED) {
        given.add(attempt.getApplicationAttemptId());
      }
    } else if (event instanceof SchedulerEvent schedulerEvent) {
      forScheduler.add(schedulerEvent);
    } else if (event instanceof RMAppEvent app && app.getType() == RMAppEventType.APP_REJECTED) {
      throw new IllegalStateException(app.getApplicationId() + ": " + app.getDiagnosticMsg());
    }
  }

  /** Returns and forgets the next event for the scheduler, or null. */
  @Nullable SchedulerEvent nextForScheduler() {
    return forScheduler.poll();
  }

  /** Returns and forgets the next attempt that was given a container, or null. */
  @Nullable ApplicationAttemptId nextGiven() {
    return given.poll();
  }
}
