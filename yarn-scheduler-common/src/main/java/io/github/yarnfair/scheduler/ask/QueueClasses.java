// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.ask;

import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.BitSet;
import java.util.function.Predicate;

/**
 * The machine classes, and those that requests of one queue may name by their label. Immutable.
 *
 * <p>As under CapacityScheduler a request runs in the partition of a label only if the queue may
 * use the label and has a part of the partition ({@code maximum-capacity} above 0, here and in the
 * queues above). Idle resources of a shared partition are open to every queue.
 */
public final class QueueClasses {
  private final MachineClasses all;
  private final BitSet open = new BitSet();

  /**
   * @param mayName whether a request of the queue that names a label may run in its partition
   */
  public QueueClasses(MachineClasses all, Predicate<String> mayName) {
    this.all = all;
    for (int c = 0; c < all.partitions(); c++) {
      open.set(c, mayName.test(all.name(c)));
    }
  }

  /** Returns all machine classes. */
  public MachineClasses all() {
    return all;
  }

  /** Returns whether requests of the queue may be served in a class because they ask for it. */
  public boolean isOpen(int machineClass) {
    return open.get(machineClass);
  }
}
