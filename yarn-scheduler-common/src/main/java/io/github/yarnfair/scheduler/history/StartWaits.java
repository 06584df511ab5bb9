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
package io.github.yarnfair.scheduler.history;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;

/**
 * How long applications waited from their submission to the start of their master, the last {@link
 * #MOST} of them. Any thread.
 */
final class StartWaits {
  static final int MOST = 10_000;

  private final Map<ApplicationId, ? extends RMApp> applications;
  private final Deque<StartWait> waits = new ArrayDeque<>();
  private long last;

  /**
   * The wait of one application.
   *
   * @param started in milliseconds since 1970
   * @param queue full path of its queue
   * @param millis from its submission to the start of its master
   * @param containers how many it has received, as far as is known
   */
  record StartWait(ApplicationId id, long started, String queue, long millis, int containers) {}

  /**
   * @param applications all that the ResourceManager knows
   * @param now in milliseconds since 1970; applications that started before are not counted
   */
  StartWaits(Map<ApplicationId, ? extends RMApp> applications, long now) {
    this.applications = applications;
    last = now;
  }

  /** Adds the applications that have started since the last update. */
  synchronized void update(long now) {
    for (Map.Entry<ApplicationId, ? extends RMApp> entry : applications.entrySet()) {
      RMApp application = entry.getValue();
      long started = application.getLaunchTime();
      if (started > last && started <= now) {
        if (waits.size() == MOST) {
          waits.removeFirst();
        }
        waits.addLast(
            new StartWait(
                entry.getKey(),
                started,
                application.getQueue(),
                Math.max(0, started - application.getSubmitTime()),
                OldestWaits.containers(application)));
      }
    }
    last = now;
  }

  /** Returns the waits of applications that started after a time. */
  synchronized List<StartWait> since(long time) {
    return waits.stream().filter(wait -> wait.started() >= time).map(this::current).toList();
  }

  private StartWait current(StartWait wait) {
    RMApp application = applications.get(wait.id());
    return application == null
        ? wait
        : new StartWait(
            wait.id(),
            wait.started(),
            wait.queue(),
            wait.millis(),
            OldestWaits.containers(application));
  }
}
