// SPDX-License-Identifier: Apache-2.0
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
