// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.assign;

/** What a turn of an application led to. */
enum Turn {
  /** The application got a container, and the request wants more of them. */
  SERVED,
  /**
   * The application got the last container of a request, not counting those that have reserved
   * nodes: its demand has to be taken in before the next selection.
   */
  SERVED_LAST,
  /** The node is reserved for the application. */
  WAITS,
  /** The node would have to wait for the application, but must not. */
  REFUSED,
  /** The application cannot get the tasks for which it was chosen, or not before its others. */
  PASSED,
  /** The application does not want the node, or not yet. */
  DECLINED;

  /** Returns whether the application may have a turn for other tasks in the same offer. */
  boolean isOpenToOthers() {
    return this == PASSED || this == REFUSED;
  }

  boolean isServed() {
    return this == SERVED || this == SERVED_LAST;
  }
}
