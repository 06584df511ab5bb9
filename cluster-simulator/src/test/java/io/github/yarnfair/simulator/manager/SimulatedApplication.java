// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.manager;

import io.github.yarnfair.scheduler.testing.Stub;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptMetrics;
import org.apache.hadoop.yarn.util.Records;
import org.jspecify.annotations.Nullable;

/**
 * An application: its work, what the ResourceManager knows of it, and which part of that is stored
 * and so outlives a crash.
 */
final class SimulatedApplication {
  static final int MOST_ATTEMPTS = 4;

  private final int number;
  private final ApplicationId id;
  private final String user;
  private final Set<String> tags;
  private final @Nullable Resource masterSize;
  private final long submittedAt;
  private final ApplicationSubmissionContext submission;
  private final Map<Integer, Attempt> attempts = new LinkedHashMap<>();
  private final Map<Integer, Work> work = new LinkedHashMap<>();
  private final RMApp known = Stub.of(RMApp.class, this::answer);
  private String queue;
  private long endsBy = Long.MAX_VALUE;
  private int lastAttempt;
  private boolean isAccepted;
  private boolean hasEnded;

  /** Tasks that are alike, all asked for under one priority; if apart, never two on a node. */
  static final class Work {
    final int key;
    final Resource size;
    final String label;
    final String place;
    final boolean apart;
    final long millis;
    int left;

    Work(
        int key, Resource size, int count, String label, String place, boolean apart, long millis) {
      this.key = key;
      this.size = size;
      this.label = label;
      this.place = place;
      this.apart = apart;
      this.millis = millis;
      left = count;
    }
  }

  /** An attempt, as far as it is the ResourceManager's business. */
  static final class Attempt {
    final ApplicationAttemptId id;
    final RMAppAttempt known;
    final @Nullable SimulatedMaster master;

    /** What its master has not heard of yet. */
    final List<ContainerStatus> finished = new ArrayList<>();

    @Nullable Container container;
    boolean isStored;
    boolean hasEnded;
    long heardAt;

    Attempt(ApplicationAttemptId id, SimulatedApplication of, SimulatedMaster master) {
      this.id = id;
      this.master = master;
      known =
          Stub.of(
              RMAppAttempt.class,
              method ->
                  switch (method.getName()) {
                    case "getAppAttemptId" -> id;
                    case "getMasterContainer" -> container;
                    case "getRMAppAttemptMetrics" -> of.metrics;
                    default -> Stub.nothing(method);
                  });
    }
  }

  /** Set with each ResourceManager. */
  private @Nullable RMAppAttemptMetrics metrics;

  SimulatedApplication(
      int number,
      String queue,
      String user,
      int priority,
      Set<String> tags,
      boolean keepsContainers,
      @Nullable Resource masterSize,
      long now) {
    this.number = number;
    this.queue = queue;
    this.user = user;
    this.tags = new HashSet<>(tags);
    this.masterSize = masterSize;
    submittedAt = now;
    id = ApplicationId.newInstance(1, number);
    submission = Records.newRecord(ApplicationSubmissionContext.class);
    submission.setApplicationId(id);
    submission.setQueue(queue);
    submission.setPriority(Priority.newInstance(priority));
    submission.setUnmanagedAM(masterSize == null);
    submission.setKeepContainersAcrossApplicationAttempts(keepsContainers);
    submission.setApplicationTags(this.tags);
  }

  ApplicationId id() {
    return id;
  }

  int number() {
    return number;
  }

  String user() {
    return user;
  }

  String queue() {
    return queue;
  }

  Set<String> tags() {
    return tags;
  }

  /** Also in what is stored. */
  void setQueue(String to) {
    queue = to;
    submission.setQueue(to);
  }

  Priority priority() {
    return submission.getPriority();
  }

  void setPriority(Priority to) {
    submission.setPriority(to);
  }

  ApplicationSubmissionContext submission() {
    return submission;
  }

  boolean keepsContainers() {
    return submission.getKeepContainersAcrossApplicationAttempts();
  }

  @Nullable Resource masterSize() {
    return masterSize;
  }

  RMApp known() {
    return known;
  }

  void setMetrics(RMAppAttemptMetrics to) {
    metrics = to;
  }

  /** Work by key. */
  Map<Integer, Work> work() {
    return work;
  }

  Work add(Resource size, int count, String label, String place, boolean apart, long millis) {
    Work added = new Work(work.size() + 1, size, count, label, place, apart, millis);
    work.put(added.key, added);
    return added;
  }

  boolean isDone() {
    return work.values().stream().allMatch(each -> each.left == 0);
  }

  long endsBy() {
    return endsBy;
  }

  void endsInSeconds(long lifetime) {
    endsBy = lifetime <= 0 ? Long.MAX_VALUE : submittedAt + lifetime * 1000;
  }

  void accept() {
    isAccepted = true;
  }

  boolean isAccepted() {
    return isAccepted;
  }

  void end() {
    hasEnded = true;
    attempts.values().forEach(attempt -> attempt.hasEnded = true);
  }

  boolean hasEnded() {
    return hasEnded;
  }

  /** Returns the current attempt; null if there is none yet. */
  @Nullable Attempt attempt() {
    return attempts.get(lastAttempt);
  }

  @Nullable Attempt attempt(ApplicationAttemptId attempt) {
    return attempts.get(attempt.getAttemptId());
  }

  ApplicationAttemptId nextAttempt() {
    return ApplicationAttemptId.newInstance(id, lastAttempt + 1);
  }

  Attempt begin(SimulatedMaster master) {
    ApplicationAttemptId next = nextAttempt();
    Attempt attempt = new Attempt(next, this, master);
    lastAttempt = next.getAttemptId();
    attempts.put(lastAttempt, attempt);
    return attempt;
  }

  /** Forgets what was not stored. */
  void crash() {
    Attempt last = attempt();
    if (last != null && !last.isStored) {
      attempts.remove(lastAttempt);
      lastAttempt--;
    }
  }

  /** Returns what the ResourceManager asks for, for the master. */
  List<ResourceRequest> masterAsks() {
    return masterSize == null
        ? List.of()
        : new ArrayList<>(
            List.of(
                ResourceRequest.newBuilder()
                    .priority(Priority.newInstance(0))
                    .resourceName(ResourceRequest.ANY)
                    .capability(masterSize)
                    .numContainers(1)
                    .relaxLocality(true)
                    .nodeLabelExpression("")
                    .build()));
  }

  private @Nullable Object answer(Method method) {
    return switch (method.getName()) {
      case "getApplicationId" -> id;
      case "getApplicationSubmissionContext" -> submission;
      case "getUser" -> user;
      case "getQueue" -> queue;
      case "getState" -> hasEnded ? RMAppState.FINISHED : RMAppState.RUNNING;
      case "getApplicationSchedulingEnvs" -> Map.of();
      case "getApplicationTags" -> tags;
      case "getAMResourceRequests" -> masterAsks();
      case "getStartTime", "getSubmitTime" -> submittedAt;
      case "getCurrentAppAttempt", "getRMAppAttempt" -> attempt() == null ? null : attempt().known;
      default -> Stub.nothing(method);
    };
  }

  @Override
  public String toString() {
    return "application " + number;
  }
}
