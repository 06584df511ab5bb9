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
package io.github.yarnfair.host;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
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
 * A dispatcher without threads. Events for the scheduler wait until they are fetched, in the order
 * in which they were sent; a listener receives at once each container that an attempt is given; all
 * other events are dropped.
 */
@SuppressWarnings("rawtypes")
final class EventSink implements Dispatcher {
  private final Queue<SchedulerEvent> forScheduler = new ConcurrentLinkedQueue<>();
  private final Consumer<ApplicationAttemptId> given;
  private final EventHandler<Event> handler = this::take;

  /**
   * @param given told the attempt for each container, in the thread that schedules
   */
  EventSink(Consumer<ApplicationAttemptId> given) {
    this.given = given;
  }

  @Override
  public EventHandler<Event> getEventHandler() {
    return handler;
  }

  @Override
  public void register(Class<? extends Enum> eventType, EventHandler ignored) {}

  private void take(Event event) {
    if (event instanceof RMAppAttemptEvent attempt) {
      if (attempt.getType() == RMAppAttemptEventType.CONTAINER_ALLOCATED) {
        given.accept(attempt.getApplicationAttemptId());
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
}
