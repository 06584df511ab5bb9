// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

/** Drives one scheduler. Not thread-safe. */
public interface Adapter extends AutoCloseable {
  /** Returns the name in tables. */
  String name();

  /**
   * Applies an event to the scheduler.
   *
   * @return the tasks that start now, and to a cluster which of its needs are supported
   */
  Answer apply(Event event) throws AdapterException;

  /** Ends what the adapter has started. */
  @Override
  default void close() {}
}
