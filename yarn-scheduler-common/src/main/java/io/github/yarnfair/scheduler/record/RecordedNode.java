// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.record;

import io.github.yarnfair.scheduler.resource.ResourceVectors;
import org.apache.hadoop.yarn.api.records.NodeId;

/** A node as a recording has it. */
public interface RecordedNode {
  /** Returns its number in the recording. */
  int recordedNumber();

  /** Sets its number in the recording. */
  void setRecordedNumber(int number);

  /** Returns its host and port. */
  NodeId getNodeID();

  /** Returns the name of its machine class. */
  String machineClass();

  /** Returns what it has, by resource type; not to be changed. */
  long[] total(ResourceVectors vectors);
}
