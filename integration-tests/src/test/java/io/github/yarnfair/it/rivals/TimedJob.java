// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.core.tree.Demand;

/**
 * A job of a timed run: one application with tasks of one shape.
 *
 * @param spec the queue's name, what a task needs and how many there are; {@link Demand#ENDLESS}:
 *     as long as the job lasts
 * @param start the second at which it is submitted; a job of the same leaf that is listed earlier
 *     has to have ended as well
 * @param stop the second from which it starts no more tasks
 */
record TimedJob(TreeSpec spec, int start, int stop) {

  /** A job that is there from the beginning and ends when its tasks have. */
  static TimedJob of(TreeSpec spec) {
    return new TimedJob(spec, 0, Integer.MAX_VALUE);
  }

  /** Returns the name of the leaf. */
  String leaf() {
    return spec.name();
  }
}
