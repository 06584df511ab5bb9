// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.key;

/** The queues that a key may be about. */
public enum QueueKind {
  /** The queue above all others. */
  ROOT,

  /** Another queue that has queues below it, or below which queues are created. */
  PARENT,

  /** A queue in which applications run. */
  LEAF,

  /** A queue that was created: the key is read from templates, too. */
  CREATED
}
