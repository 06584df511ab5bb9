// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

import java.util.List;

/** Drives one scheduler. Not thread-safe. */
public interface Adapter extends AutoCloseable {
  /** Returns the name in tables. */
  String name();

  /**
   * Applies an event to the scheduler.
   *
   * @return the tasks that start now, in their order
   */
  List<Placement> apply(Event event) throws AdapterException;

  /** Ends what the adapter has started. */
  @Override
  default void close() {}
}
