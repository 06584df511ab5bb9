// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import io.github.yarnfair.benchmarks.workload.Setting;

/**
 * One number of a table: an operation by a contender on a workload.
 *
 * @param operation what is measured
 * @param contender that chooses leaves
 * @param engine that works out its rule
 * @param setting of the workload
 */
record Cell(Operation operation, Contender contender, Engine engine, Setting setting) {
  /** Returns the same with another engine. */
  Cell with(Engine other) {
    return new Cell(operation, contender, other, setting);
  }

  /** Returns the same with another number of leaves. */
  Cell withLeaves(int leaves) {
    return new Cell(operation, contender, engine, setting.withLeaves(leaves));
  }

  @Override
  public String toString() {
    return "%s, %s %s, %s, %d leaves, m = %d"
        .formatted(
            operation.label(),
            contender.label(),
            engine.label(),
            setting.shape().label(),
            setting.leaves(),
            setting.resources());
  }
}
