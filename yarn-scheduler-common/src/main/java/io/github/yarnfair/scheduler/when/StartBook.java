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
package io.github.yarnfair.scheduler.when;

import io.github.yarnfair.core.forecast.Calibration;
import io.github.yarnfair.core.forecast.ObservedDurations;
import io.github.yarnfair.core.forecast.StartForecast;
import io.github.yarnfair.scheduler.when.ClusterCopy.Running;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/**
 * What was observed: how long containers ran, and how far forecasts were off. Of each application
 * two forecasts at most are waited for: the first since its last start, and one of the later ones,
 * each of which is as likely to be it. Thread-safe; no call takes another lock.
 */
final class StartBook {
  private final ObservedDurations<ApplicationId> tasks = new ObservedDurations<>();
  private final ObservedDurations<ApplicationId> masters = new ObservedDurations<>();
  private final Calibration first = new Calibration();
  private final Calibration later = new Calibration();
  private final Map<ApplicationId, Open> open = new HashMap<>();
  private final Random random = new Random();

  /** The forecasts of an application that have no outcome yet. */
  private static final class Open {
    private final Made first;
    private @Nullable Made later;
    private int number;

    private Open(Made first) {
      this.first = first;
    }
  }

  private record Made(long at, StartForecast forecast) {}

  /** Durations as they are now, with those of running containers. */
  record Lives(
      ObservedDurations.Tables<ApplicationId> tasks,
      ObservedDurations.Tables<ApplicationId> masters) {}

  /**
   * Adds a container that has ended.
   *
   * @param byItself whether it ended by itself, and was not preempted or lost
   * @param createdAt in milliseconds since the epoch, as is {@code now}
   */
  synchronized void ended(
      ApplicationId application,
      String queue,
      boolean isMaster,
      boolean byItself,
      long createdAt,
      long now) {
    (isMaster ? masters : tasks).add(application, queue, now - createdAt, byItself);
    started(application, createdAt);
  }

  /** Compares the open forecasts of an application with a start of a container. */
  private void started(ApplicationId application, long createdAt) {
    Open waiting = open.get(application);
    if (waiting != null && createdAt >= waiting.first.at()) {
      open.remove(application);
      first.addOutcome(waiting.first.forecast(), (double) (createdAt - waiting.first.at()));
      if (waiting.later != null && createdAt >= waiting.later.at()) {
        later.addOutcome(waiting.later.forecast(), (double) (createdAt - waiting.later.at()));
      }
    }
  }

  /** Forgets an application that has ended. */
  synchronized void forget(ApplicationId application) {
    tasks.forget(application);
    masters.forget(application);
    open.remove(application);
  }

  /** Compares open forecasts with the containers that run now, oldest first. */
  synchronized void compare(List<Running> running) {
    running.stream()
        .sorted((a, b) -> Long.compare(a.createdAt(), b.createdAt()))
        .forEach(each -> started(each.owner().application().id(), each.createdAt()));
  }

  /** Returns how long containers last, with those that run now as cut off at their age. */
  Lives lives(List<Running> running, long now) {
    ObservedDurations<ApplicationId> allTasks;
    ObservedDurations<ApplicationId> allMasters;
    synchronized (this) {
      allTasks = tasks.copy();
      allMasters = masters.copy();
    }
    for (Running each : running) {
      (each.isMaster() ? allMasters : allTasks)
          .add(
              each.owner().application().id(),
              each.owner().queue(),
              now - each.createdAt(),
              /* byItself= */ false);
    }
    return new Lives(allTasks.tables(), allMasters.tables());
  }

  /**
   * Notes a forecast of a waiting application; returns its quantiles in milliseconds from then, or
   * null if it says nothing.
   *
   * @param probabilities ascending
   */
  synchronized double @Nullable [] made(
      ApplicationId application, long at, StartForecast forecast, double... probabilities) {
    if (forecast.isUnknown() || tasks.ended() + masters.ended() == 0) {
      return null;
    }
    Open known = open.get(application);
    if (known == null) {
      open.put(application, new Open(new Made(at, forecast)));
    } else {
      known.number++;
      if (random.nextInt(known.number) == 0) {
        known.later = new Made(at, forecast);
      }
    }
    Calibration by = known == null ? first : later;
    double[] quantiles = new double[probabilities.length];
    for (int i = 0; i < quantiles.length; i++) {
      quantiles[i] = by.quantileMillis(forecast, probabilities[i]);
    }
    return quantiles;
  }

  /** Returns how many durations of containers that ended by themselves are counted. */
  synchronized int durations() {
    return tasks.ended() + masters.ended();
  }

  /** Returns how many forecasts have been compared with what happened. */
  synchronized long outcomes() {
    return first.outcomes() + later.outcomes();
  }
}
