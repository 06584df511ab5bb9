// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.master;

/**
 * An attempt that waits for room for its master, in numbers by resource type.
 *
 * @param partition in which the master is to run
 * @param isOfUser whether the limit is that of the user in the queue
 * @param limit what masters may take
 * @param used what those of the active take
 * @param master what its own takes
 * @param before number of attempts that are started before it, at most {@link #MOST_COUNTED}
 * @param needed what masters take once it and those before it run
 * @param sufficientPart the least {@code maximum-am-resource-percent}, rounded up to a thousandth,
 *     by which all of these have room; infinite if none would do
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record MasterWait(
    String partition,
    boolean isOfUser,
    long[] limit,
    long[] used,
    long[] master,
    int before,
    long[] needed,
    double sufficientPart) {

  /** Attempts before it that are counted. */
  static final int MOST_COUNTED = 500;
}
