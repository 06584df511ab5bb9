// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.key;

/** The queue that a user must administer to change a key of a queue in a store. */
public enum KeyOwner {
  /** The queue itself: the key moves nothing between the queue and others. */
  QUEUE,

  /** The queue above: the key takes from siblings. */
  PARENT,

  /** Root: the key takes from all queues. */
  CLUSTER
}
