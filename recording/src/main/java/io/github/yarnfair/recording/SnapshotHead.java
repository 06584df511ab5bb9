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
package io.github.yarnfair.recording;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.ShareSpace;
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
