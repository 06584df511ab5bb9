// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.TaskGroup;

/** What nodes have and tasks need, in the numbers by which a rule decides. */
interface NodeVectors {
  /** Returns how many numbers a vector has. */
  int length();

  /** Returns what a node has. */
  long[] of(RunNode node);

  /** Returns what a task needs. */
  long[] of(TaskGroup group);
}
