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

import static io.github.yarnfair.scheduler.model.WaitingMasters.FIRST_HOLD_MILLIS;
import static io.github.yarnfair.scheduler.model.WaitingMasters.isHeld;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WaitingMastersTest {
  @Test
  void holdingAndPassingAlternateAndDouble() {
    int[] heldUnits = {0, 2, 3, 6, 7, 8, 9, 14, 21, 30};
    int[] passingUnits = {1, 4, 5, 10, 13, 22, 29, 46};
    for (int unit : heldUnits) {
      assertThat(isHeld(unit * FIRST_HOLD_MILLIS)).as("unit " + unit).isTrue();
      assertThat(isHeld((unit + 1) * FIRST_HOLD_MILLIS - 1)).as("end of " + unit).isTrue();
    }
    for (int unit : passingUnits) {
      assertThat(isHeld(unit * FIRST_HOLD_MILLIS)).as("unit " + unit).isFalse();
      assertThat(isHeld((unit + 1) * FIRST_HOLD_MILLIS - 1)).as("end of " + unit).isFalse();
    }
  }

  /** Neither is held up for ever: periods are never longer than all the time before them. */
  @Test
  void noPeriodIsLongerThanAllBeforeItAndTheFirst() {
    long began = 0;
    boolean held = true;
    for (long now = 0; now < 3_600_000; now += 1000) {
      if (isHeld(now) != held) {
        assertThat(now - began).isLessThanOrEqualTo(began + FIRST_HOLD_MILLIS);
        held = !held;
        began = now;
      }
    }
    assertThat(began).isPositive();
  }
}
