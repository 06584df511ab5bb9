// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/**
 * What is supposed to be different. At least one part is not empty.
 *
 * @param keys keys of the queue file with their new values, null for those to remove
 * @param queueFile a whole queue file in the place of the one in force, as XML
 * @param addedNodes nodes that are added
 * @param removedNodes nodes that are gone: {@code host:port}, or a host for all nodes on it
 * @param policy another scheduler: {@code hdrf}, or the full name of a class
 * @param submissions applications that are submitted
 */
public record WhatIfRequest(
    Map<String, @Nullable String> keys,
    @Nullable String queueFile,
    List<AddedNodes> addedNodes,
    List<String> removedNodes,
    @Nullable String policy,
    List<Submission> submissions) {

  /** Copies the collections. */
  public WhatIfRequest {
    keys = new LinkedHashMap<>(keys);
    addedNodes = List.copyOf(addedNodes);
    removedNodes = List.copyOf(removedNodes);
    submissions = List.copyOf(submissions);
  }

  /** Returns whether nothing is different. */
  public boolean isEmpty() {
    return keys.isEmpty()
        && queueFile == null
        && addedNodes.isEmpty()
        && removedNodes.isEmpty()
        && policy == null
        && submissions.isEmpty();
  }

  /**
   * Equal nodes.
   *
   * @param label their node label, or the value of the attribute that tells machine classes apart;
   *     empty: none
   * @param total what each has
   * @param count at least 1
   */
  public record AddedNodes(String label, Resource total, int count) {}

  /**
   * An application with equal tasks.
   *
   * @param queue full path or short name of a leaf queue
   * @param user the user who submits it
   * @param priority its priority
   * @param label the node label that its requests name; empty: none
   * @param task what each task needs
   * @param count at least 1
   */
  public record Submission(
      String queue, String user, int priority, String label, Resource task, long count) {}
}
