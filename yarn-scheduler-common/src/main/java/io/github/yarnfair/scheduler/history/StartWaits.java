// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.history;

import com.google.errorprone.annotations.concurrent.GuardedBy;
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

  @GuardedBy("this")
  private final Deque<StartWait> waits = new ArrayDeque<>();

  @GuardedBy("this")
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
