// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.host;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptMetrics;
import org.jspecify.annotations.Nullable;

/**
 * What schedulers ask about an application: how it was submitted, and which container its master
 * has. Nothing else of its life cycle in the ResourceManager is there.
 */
final class HostedApplication {
  private final ApplicationSubmissionContext submission;
  private final List<ResourceRequest> masterAsks;
  private final RMApp app = proxy(RMApp.class, (proxy, method, args) -> answer(method));
  private final @Nullable RMAppAttempt attempt;
  private volatile @Nullable Container master;

  /**
   * @param masterSize what the master's container needs; null: the master is unmanaged
   */
  HostedApplication(
      ApplicationSubmissionContext submission, @Nullable Resource masterSize, RMContext context) {
    this.submission = submission;
    if (masterSize == null) {
      masterAsks = List.of();
      attempt = null;
    } else {
      Priority priority = Priority.newInstance(0);
      masterAsks =
          List.of(ResourceRequest.newInstance(priority, ResourceRequest.ANY, masterSize, 1));
      RMAppAttemptMetrics metrics =
          new RMAppAttemptMetrics(
              ApplicationAttemptId.newInstance(submission.getApplicationId(), 1), context);
      attempt =
          proxy(
              RMAppAttempt.class,
              (proxy, method, args) ->
                  switch (method.getName()) {
                    case "getMasterContainer" -> master;
                    case "getRMAppAttemptMetrics" -> metrics;
                    default -> nothing(method.getReturnType());
                  });
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private @Nullable Object answer(Method method) {
    return switch (method.getName()) {
      case "getApplicationId" -> submission.getApplicationId();
      case "getApplicationSubmissionContext" -> submission;
      case "getApplicationSchedulingEnvs" -> Map.of();
      case "getApplicationTags" -> submission.getApplicationTags();
      case "getAMResourceRequests" -> masterAsks;
      case "getCurrentAppAttempt", "getRMAppAttempt" -> attempt;
      default -> nothing(method.getReturnType());
    };
  }

  /** A proxy may not return null for a primitive type. */
  private static @Nullable Object nothing(Class<?> type) {
    return type.isPrimitive() && type != void.class
        ? Array.get(Array.newInstance(type, 1), 0)
        : null;
  }

  /** Returns the application as the scheduler's context knows it. */
  RMApp app() {
    return app;
  }

  /**
   * Returns what the ResourceManager asks for on behalf of the master; empty if it is unmanaged.
   */
  List<ResourceRequest> masterAsks() {
    return masterAsks;
  }

  /** Returns whether the next container is the master's. */
  boolean waitsForMaster() {
    return attempt != null && master == null;
  }

  /** Sets the container in which the master runs. */
  void startMaster(Container container) {
    master = container;
  }
}
