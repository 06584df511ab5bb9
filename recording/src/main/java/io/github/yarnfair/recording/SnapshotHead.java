// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.tree.ShareSpace;
import java.util.List;

/**
 * The first event of a snapshot.
 *
 * @param millis the scheduler's clock
 * @param reason why there is a snapshot here
 * @param software name and version of the recording software
 * @param scheduler simple name of the scheduler's class
 * @param policy name of the policy
 * @param revision of the rule by that name: {@link FairnessPolicy#revision}
 * @param nodeChoice configured name of the choice of nodes
 * @param space of the share tree
 * @param resources names of the resource types
 * @param classes names of the machine classes, by number
 */
public record SnapshotHead(
    long millis,
    Reason reason,
    String software,
    String scheduler,
    String policy,
    int revision,
    String nodeChoice,
    ShareSpace space,
    List<String> resources,
    List<String> classes) {

  /** Why there is a snapshot. Numbered by position: new ones go to the end. */
  public enum Reason {
    /** The recording begins. */
    START,
    /** The file before is full, or old. */
    NEXT_FILE,
    /** The queues were replaced: those of before are gone. */
    OTHER_QUEUES,
    /** Events between the last snapshot and this one were lost. */
    LOST_EVENTS
  }
}
