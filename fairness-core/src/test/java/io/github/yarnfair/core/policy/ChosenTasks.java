// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.github.yarnfair.core.tree.Demand;

/** For which of its tasks a leaf was chosen, by two selections. */
final class ChosenTasks {
  private ChosenTasks() {}

  /** Fails where two selections that have chosen the same leaf differ, or choose it for no task. */
  static void compare(Selection one, Selection other, Demand demand, String where) {
    boolean isForAny = false;
    for (int i = 0; i < demand.size(); i++) {
      boolean isChosenFor = one.isChosenFor(demand.vector(i));
      if (isChosenFor != other.isChosenFor(demand.vector(i))) {
        fail("%s: task %d of %d: %s", where, i, demand.size(), isChosenFor);
      }
      isForAny |= isChosenFor;
    }
    assertThat(isForAny).as(where).isTrue();
  }
}
