// SPDX-License-Identifier: Apache-2.0
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
