// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.history;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;

/**
 * For how long applications that want more have received nothing: since their submission, or since
 * the first sample after their last container. As exact as the samples are frequent. {@link
 * #update} is for one thread, all else for any.
 */
final class OldestWaits {
  private final Map<ApplicationId, ? extends RMApp> applications;
  private volatile Map<ApplicationId, Wait> waits = Map.of();

  private record Wait(long since, int containers) {}

  /**
   * @param applications all that the ResourceManager knows
   */
  OldestWaits(Map<ApplicationId, ? extends RMApp> applications) {
    this.applications = applications;
  }

  /**
   * Returns by queue how long the application has waited that waits longest, in the queue or below
   * it, in seconds; 0 if none waits.
   *
   * @param now in milliseconds since 1970
   */
  long[] update(ClusterSample sample, long now) {
    List<ClusterSample.Queue> queues = sample.queues();
    long[] longest = new long[queues.size()];
    Map<ApplicationId, Wait> current = new HashMap<>();
    for (ClusterSample.Waiting waiting : sample.waiting()) {
      RMApp application = applications.get(waiting.id());
      if (application != null) {
        int containers = containers(application);
        Wait wait = waits.get(waiting.id());
        if (wait == null || wait.containers() != containers) {
          wait = new Wait(containers == 0 ? application.getSubmitTime() : now, containers);
        }
        current.put(waiting.id(), wait);
        long seconds = Math.max(0, now - wait.since()) / 1000;
        for (int q = waiting.queue(); q >= 0; q = queues.get(q).above()) {
          longest[q] = Math.max(longest[q], seconds);
        }
      }
    }
    waits = current;
    return longest;
  }

  /**
   * Returns since when an application that waits has received nothing, in milliseconds since 1970;
   * {@code now} if it received something after the last sample.
   */
  long since(RMApp application, long now) {
    int containers = containers(application);
    Wait wait = waits.get(application.getApplicationId());
    if (wait != null && wait.containers() == containers) {
      return wait.since();
    }
    return containers == 0 ? application.getSubmitTime() : now;
  }

  /** Returns how many containers an application has received in its current attempt. */
  static int containers(RMApp application) {
    RMAppAttempt attempt = application.getCurrentAppAttempt();
    return attempt == null ? 0 : attempt.getRMAppAttemptMetrics().getTotalAllocatedContainers();
  }
}
