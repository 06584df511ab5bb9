// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain.answer;

import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationId;

/**
 * Why a queue has what it has and not more.
 *
 * @param path full path
 * @param sentence the first obstacle, or that there is none
 * @param levels from the root queue down to this one
 * @param findings what keeps the queue as a whole
 * @param waitingApplications number of applications, here and below, that have pending requests or
 *     wait to run
 * @param waiting some of them, those that the caller may see, by id
 * @param ageMillis how old the shares are, in milliseconds
 */
public record QueueExplanation(
    String path,
    String sentence,
    List<Level> levels,
    List<Finding> findings,
    int waitingApplications,
    List<ApplicationId> waiting,
    long ageMillis) {

  public QueueExplanation {
    levels = List.copyOf(levels);
    findings = List.copyOf(findings);
    waiting = List.copyOf(waiting);
  }
}
