// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

/** How a queue was created, and whether it expires. */
public enum QueueOrigin {
  /** The queue file lists it. */
  LISTED,

  /**
   * Created when an application was submitted to it; removed once it has been unused for a while.
   */
  CREATED,

  /** Created when an application was submitted to it; never expires. */
  CREATED_TO_STAY
}
