// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import io.github.yarnfair.minicluster.ClusterException;
import io.github.yarnfair.minicluster.HeterogeneousCluster;
import io.github.yarnfair.minicluster.Job;
import io.github.yarnfair.minicluster.JobSubmission;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;

/** The demo's applications, those of one job in each leaf queue, from submission to end. */
final class Applications {
  private static final Set<RMAppState> BEFORE_REGISTRATION =
      EnumSet.of(RMAppState.NEW, RMAppState.NEW_SAVING, RMAppState.SUBMITTED, RMAppState.ACCEPTED);

  private final HeterogeneousCluster cluster;
  private final YarnClient client;
  private final JobSubmission submission;
  private final Path endSigns;
  private final Map<String, List<ApplicationId>> byQueue = new LinkedHashMap<>();

  /**
   * Makes submissions to {@code cluster}.
   *
   * @param endSigns an empty directory for the files that tell masters to end
   */
  Applications(HeterogeneousCluster cluster, YarnClient client, Path endSigns) {
    this.endSigns = endSigns;
    this.cluster = cluster;
    this.client = client;
    this.submission = new JobSubmission(cluster.confDirectory(), client);
  }

  /** All that were submitted, by full path of the leaf queue. */
  Map<String, List<ApplicationId>> byQueue() {
    return Collections.unmodifiableMap(byQueue);
  }

  /** Submits {@code job}, as a number of equal applications, if that was not done before. */
  void ensureSubmitted(Job job, int applications) throws YarnException, IOException {
    if (!byQueue.containsKey(job.queue())) {
      List<ApplicationId> submitted = new ArrayList<>();
      for (int i = 0; i < applications; i++) {
        submitted.add(submission.submit(job.withSeed(job.seed() + i), endSign(job.queue())));
      }
      byQueue.put(job.queue(), Collections.unmodifiableList(submitted));
    }
  }

  /** Whether the masters of all that were submitted have registered. */
  boolean allRegistered() {
    return byQueue.values().stream()
        .flatMap(List::stream)
        .noneMatch(id -> BEFORE_REGISTRATION.contains(app(id).getState()));
  }

  /** Tells the applications in all leaf queues but {@code queues} to end. */
  void endAllBut(Set<String> queues) throws IOException {
    for (String queue : byQueue.keySet()) {
      Path endSign = endSign(queue);
      if (!queues.contains(queue) && !Files.exists(endSign)) {
        Files.createFile(endSign);
      }
    }
  }

  private Path endSign(String queue) {
    return endSigns.resolve(queue);
  }

  /**
   * Checks that none has failed.
   *
   * @throws ClusterException with its diagnostics if one has
   */
  void check() {
    byQueue.forEach((queue, ids) -> ids.forEach(id -> check(queue, id)));
  }

  private void check(String queue, ApplicationId id) {
    RMApp app = app(id);
    if (app.getState() == RMAppState.FAILED || app.getState() == RMAppState.KILLED) {
      throw new ClusterException(
          queue + " (" + id + ") " + app.getState() + ": " + app.getDiagnostics(), null);
    }
  }

  /**
   * Tells all to end and waits until they have.
   *
   * @return the leaf queue of each that has not; they are killed
   */
  List<String> end(Duration timeout) throws YarnException, IOException {
    endAllBut(Set.of());
    try {
      HeterogeneousCluster.await(
          "the applications to end",
          timeout,
          () -> byQueue.values().stream().flatMap(List::stream).allMatch(this::hasEnded));
    } catch (ClusterException stillRunning) {
      List<String> killed = new ArrayList<>();
      for (Map.Entry<String, List<ApplicationId>> job : byQueue.entrySet()) {
        for (ApplicationId id : job.getValue()) {
          if (!hasEnded(id)) {
            client.killApplication(id);
            killed.add(job.getKey());
          }
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
