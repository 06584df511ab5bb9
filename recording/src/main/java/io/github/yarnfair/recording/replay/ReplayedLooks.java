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
package io.github.yarnfair.recording.replay;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;

/** Says that it is time to read the whole tree when it was in the recording. */
final class ReplayedLooks implements BooleanSupplier {
  /** After how many more questions the answer is yes. Mostly none, or one. */
  private final Deque<Long> expected = new ArrayDeque<>();

  private long asked;

  void expect(long afterQuestions) {
    expected.add(afterQuestions);
  }

  @Override
  public boolean getAsBoolean() {
    asked++;
    Long next = expected.peek();
    if (next == null || asked < next) {
      return false;
    }
    expected.remove();
    asked = 0;
    return true;
  }
}
