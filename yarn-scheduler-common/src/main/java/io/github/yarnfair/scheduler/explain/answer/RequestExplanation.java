// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain.answer;

import java.util.List;
import org.apache.hadoop.yarn.api.records.Resource;

/**
 * What becomes of requests that are alike: of one size, for the same places.
 *
 * @param priority of the first of them
 * @param partition node label that they name; empty if none
 * @param size of one container
 * @param containers how many are pending
 * @param sentence what keeps them, or that they are served next
 * @param findings the obstacles; empty if they are served at one of the next heartbeats
 */
public record RequestExplanation(
    int priority,
    String partition,
    Resource size,
    long containers,
    String sentence,
    List<Finding> findings) {

  public RequestExplanation {
    findings = List.copyOf(findings);
  }
}
