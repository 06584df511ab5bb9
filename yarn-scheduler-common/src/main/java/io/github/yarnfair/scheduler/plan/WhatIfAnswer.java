// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.plan;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/**
 * What would be different. Shares are dominant shares, fractions of the cluster.
 *
 * @param findings what the parser of the queue file says of the supposed one, one line each: keys
 *     that are not acted on, and settings that are likely not meant
 * @param clusterBefore what the registered nodes have
 * @param clusterAfter what the supposed nodes have
 * @param queues all queues, before and after, by path
 * @param counts how many applications gain, lose, and so on
 * @param applications those whose ideal share changes most, at most {@value #MOST_APPLICATIONS}
 * @param submissions what the submitted applications are entitled to, in the order of the request
 * @param endedWithNodes containers that run on removed nodes, by application
 * @param preempted the containers that preemption ends, the first ones to end first, at most
 *     {@value #MOST_CONTAINERS}
 */
public record WhatIfAnswer(
    List<String> findings,
    Resource clusterBefore,
    Resource clusterAfter,
    List<QueueChange> queues,
    Counts counts,
    List<ApplicationChange> applications,
    List<Entitled> submissions,
    Map<String, Integer> endedWithNodes,
    List<Ending> preempted) {

  /** Most applications that an answer names. */
  public static final int MOST_APPLICATIONS = 100;

  /** Most containers that an answer names. */
  public static final int MOST_CONTAINERS = 1_000;

  /** Copies the collections. */
  public WhatIfAnswer {
    findings = List.copyOf(findings);
    queues = List.copyOf(queues);
    applications = List.copyOf(applications);
    submissions = List.copyOf(submissions);
    endedWithNodes = Map.copyOf(endedWithNodes);
    preempted = List.copyOf(preempted);
  }

  /**
   * What a queue is entitled to.
   *
   * @param guaranteed its part of the cluster while all queues have demand
   * @param ideal its ideal share
   * @param reached what it would hold once preemption names nothing more to end, as if no task
   *     ended by itself; null for the present state, and if that was not computed
   * @param amounts its ideal usage, by resource type over all machine classes
   * @param inTurns what it would hold if all tasks were placed again, one by one, in the policy's
   *     turns on empty nodes; null unless another policy is supposed
   */
  public record Share(
      double guaranteed,
      double ideal,
      @Nullable Double reached,
      Resource amounts,
      @Nullable Double inTurns) {}

  /**
   * A queue before and after.
   *
   * @param path full path
   * @param isLeaf whether applications run in it
   * @param held what it holds now
   * @param before null if there is no such queue now
   * @param after null if there would be none
   * @param mayLose what it holds above its ideal usage afterwards and preemption may take back, by
   *     resource type; nothing if preemption is off, or may not end containers of the queue
   */
  public record QueueChange(
      String path,
      boolean isLeaf,
      double held,
      @Nullable Share before,
      @Nullable Share after,
      Resource mayLose) {}

  /**
   * How many applications are concerned.
   *
   * @param gain their ideal share rises
   * @param lose it falls
   * @param waiting they have pending tasks and hold at least their ideal share afterwards, or are
   *     withheld
   * @param waitedBefore the same before
   * @param withheld they wait for containers that start together, or for a limit of masters or of
   *     running applications; no ideal share, before or after, counts what they ask for
   * @param mayLoseContainers containers of theirs may be preempted
   */
  public record Counts(
      int gain, int lose, int waiting, int waitedBefore, int withheld, int mayLoseContainers) {}

  /**
   * An application before and after.
   *
   * @param held its share now
   * @param idealBefore its ideal share now
   * @param idealAfter its ideal share afterwards
   * @param waits whether it has pending tasks and holds at least its ideal share afterwards, or its
   *     requests are withheld
   * @param mayLoseContainers whether containers may be preempted afterwards
   * @param preempted how many of its containers end until preemption names nothing more
   */
  public record ApplicationChange(
      String id,
      String queue,
      String user,
      double held,
      double idealBefore,
      double idealAfter,
      boolean waits,
      boolean mayLoseContainers,
      int preempted) {}

  /**
   * A container that preemption ends.
   *
   * @param id the container's
   * @param application its id
   * @param ranMillis how long it has run
   */
  public record Ending(String id, String application, String node, Resource size, long ranMillis) {}

  /**
   * What a submitted application is entitled to.
   *
   * @param queue full path
   * @param ideal its ideal share
   * @param tasks how many of its tasks its ideal usage holds
   * @param wanted how many it submits
   * @param reason why none could ever run; null if one can
   */
  public record Entitled(
      String queue, double ideal, long tasks, long wanted, @Nullable String reason) {}
}
