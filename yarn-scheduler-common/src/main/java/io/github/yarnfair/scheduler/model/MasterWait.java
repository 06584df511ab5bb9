/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.scheduler.model;

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
