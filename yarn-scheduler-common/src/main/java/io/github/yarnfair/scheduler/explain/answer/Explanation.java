// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain.answer;

import io.github.yarnfair.scheduler.forecast.ExpectedStart;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/**
 * Why an application has what it has and not more.
 *
 * @param id the application
 * @param user the user who submitted it
 * @param queue full path of its queue
 * @param priority its priority
 * @param isWaiting whether something is asked for, or would be if it could run
 * @param sentence the first obstacle, or that there is none
 * @param levels from the root queue down to the application; empty if it is not in the share tree
 * @param findings what keeps the application as a whole
 * @param requests its pending requests, the first ones by priority
 * @param otherRequests number of further groups of requests
 * @param expectedStart when it starts its next container; null if it waits for none, or if that is
 *     switched off
 * @param expectation the same in a sentence; null likewise
 * @param ageMillis how old the shares are, in milliseconds
 */
public record Explanation(
    ApplicationId id,
    String user,
    String queue,
    int priority,
    boolean isWaiting,
    String sentence,
    List<Level> levels,
    List<Finding> findings,
    List<RequestExplanation> requests,
    int otherRequests,
    @Nullable ExpectedStart expectedStart,
    @Nullable String expectation,
    long ageMillis) {

  public Explanation {
    levels = List.copyOf(levels);
    findings = List.copyOf(findings);
    requests = List.copyOf(requests);
  }
}
