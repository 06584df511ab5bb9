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
package io.github.yarnfair.core.preemption;

import java.util.Arrays;

/**
 * One task that a leaf asks for.
 *
 * @param leaf the leaf
 * @param amounts what the task would hold, hence of reach 0; not copied, not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // compared by isLike
record PendingTask(int leaf, long[] amounts) {
  /** Returns whether another task is of the same leaf and needs the same. */
  boolean isLike(int otherLeaf, long[] otherAmounts) {
    return leaf == otherLeaf && Arrays.equals(amounts, otherAmounts);
  }
}
