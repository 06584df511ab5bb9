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
package io.github.yarnfair.demo;

import io.github.yarnfair.minicluster.ClusterException;
import io.github.yarnfair.minicluster.HeterogeneousCluster;
import io.github.yarnfair.minicluster.Job;
import io.github.yarnfair.minicluster.JobSubmission;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.jspecify.annotations.Nullable;

/** The demo's applications, one in each leaf queue, from submission to end. */
final class Applications {
  private final HeterogeneousCluster cluster;
  private final YarnClient client;
  private final JobSubmission submission;
  private final Map<String, ApplicationId> byQueue = new LinkedHashMap<>();

  Applications(HeterogeneousCluster cluster, YarnClient client) {
    this.cluster = cluster;
    this.client = client;
    this.submission = new JobSubmission(cluster.confDirectory(), client);
  }

  /** All that were submitted, by full path of the leaf queue. */
  Map<String, ApplicationId> byQueue() {
    return Collections.unmodifiableMap(byQueue);
  }

  /** Submits {@code job} if that was not done before. */
  void ensureSubmitted(Job job, @Nullable Instant until) throws YarnException, IOException {
    if (!byQueue.containsKey(job.queue())) {
      byQueue.put(job.queue(), submission.submit(job, until));
    }
  }

  /**
   * Checks that none has failed.
   *
   * @throws ClusterException with its diagnostics if one has
   */
  void check() {
    byQueue.forEach(
        (queue, id) -> {
          RMApp app = app(id);
          if (app.getState() == RMAppState.FAILED || app.getState() == RMAppState.KILLED) {
            throw new ClusterException(
                queue + " (" + id + ") " + app.getState() + ": " + app.getDiagnostics(), null);
          }
        });
  }

  /**
   * Waits until all have ended by themselves.
   *
   * @return the leaf queues of those that have not; they are killed
   */
  List<String> end(Duration timeout) throws YarnException, IOException {
    try {
      HeterogeneousCluster.await(
          "the applications to end",
          timeout,
          () -> byQueue.values().stream().allMatch(this::hasEnded));
    } catch (ClusterException stillRunning) {
      List<String> killed = new ArrayList<>();
      for (Map.Entry<String, ApplicationId> application : byQueue.entrySet()) {
        if (!hasEnded(application.getValue())) {
          client.killApplication(application.getValue());
          killed.add(application.getKey());
        }
      }
      return killed;
    }
    return List.of();
  }

  private boolean hasEnded(ApplicationId id) {
    return app(id).getState() == RMAppState.FINISHED;
  }

  private RMApp app(ApplicationId id) {
    return Objects.requireNonNull(
        cluster.resourceManager().getRMContext().getRMApps().get(id), id::toString);
  }
}
