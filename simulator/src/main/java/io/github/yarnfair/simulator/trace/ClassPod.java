// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import java.util.Arrays;

/**
 * A pod that may run on nodes of some machine classes only.
 *
 * @param queue the queue of its user
 * @param user the user's number within the queue
 * @param demand what it needs, as of a {@link TracePod}
 * @param classes the machine classes that it may run on, ascending; at least one
 * @param arrival when it is submitted, in milliseconds
 * @param duration how long it runs, in milliseconds
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ClassPod(String queue, int user, long[] demand, int[] classes, long arrival, long duration) {
  /** Returns the same pod with other times. */
  ClassPod at(long newArrival, long newDuration) {
    return new ClassPod(queue, user, demand, classes, newArrival, newDuration);
  }

  /** Returns the same pod of another user. */
  ClassPod of(int newUser) {
    return new ClassPod(queue, newUser, demand, classes, arrival, duration);
  }

  /** Returns the name of its job among those of its user: the pods of one demand and classes. */
  String job() {
    return Arrays.toString(demand) + Arrays.toString(classes);
  }

  /** Returns whether it may run on nodes of one class alone. */
  boolean isFixed() {
    return classes.length == 1;
  }
}
