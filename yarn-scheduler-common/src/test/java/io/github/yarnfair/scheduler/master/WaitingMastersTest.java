// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.master;

import static io.github.yarnfair.scheduler.master.WaitingMasters.FIRST_HOLD_MILLIS;
import static io.github.yarnfair.scheduler.master.WaitingMasters.isHeld;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.scheduler.model.AppAttempt;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Priority;
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

  private static AppAttempt attempt(int number, String user, int priority) {
    AppAttempt attempt = mock(AppAttempt.class, withSettings().stubOnly());
    ApplicationId id = ApplicationId.newInstance(1, number);
    when(attempt.getApplicationAttemptId()).thenReturn(ApplicationAttemptId.newInstance(id, 1));
    when(attempt.getUser()).thenReturn(user);
    when(attempt.getPriority()).thenReturn(Priority.newInstance(priority));
    return attempt;
  }

  @Test
  void ofOneUserAndSizeOnlyTheFirstIsLookedAt() {
    WaitingMasters<AppAttempt> waiting = new WaitingMasters<>();
    for (int i = 0; i < 500; i++) {
      waiting.put(attempt(i, i < 499 ? "hoarder" : "other", 0), new long[] {1 + i % 2});
    }
    AtomicInteger asked = new AtomicInteger();
    AppAttempt next =
        waiting.next(
            (attempt, master) -> {
              asked.incrementAndGet();
              return attempt.getUser().equals("other");
            },
            master -> true,
            0);
    assertThat(next).isNotNull();
    assertThat(next.getUser()).isEqualTo("other");
    assertThat(asked).hasValueLessThanOrEqualTo(3);
  }

  @Test
  void theNextIsTheFirstByTurnThatHasRoom() {
    long seed = Seed.of("WaitingMastersTest", 20_261_123);
    Random random = Seed.random(seed, 0);
    WaitingMasters<AppAttempt> waiting = new WaitingMasters<>();
    Map<AppAttempt, long[]> all = new HashMap<>();
    Comparator<AppAttempt> turn =
        Comparator.comparingInt((AppAttempt attempt) -> attempt.getPriority().getPriority())
            .reversed()
            .thenComparing(AppAttempt::getApplicationAttemptId);
    for (int step = 0; step < 400; step++) {
      if (random.nextInt(3) == 0 && !all.isEmpty()) {
        AppAttempt leaving = List.copyOf(all.keySet()).get(random.nextInt(all.size()));
        waiting.remove(leaving.getApplicationAttemptId());
        all.remove(leaving);
      } else {
        AppAttempt attempt = attempt(step, "user" + random.nextInt(3), random.nextInt(2));
        long[] master = {1 + random.nextInt(3)};
        waiting.put(attempt, master);
        all.put(attempt, master);
      }
      long room = 1 + random.nextInt(3);
      String full = "user" + random.nextInt(3);
      AppAttempt expected =
          all.keySet().stream()
              .filter(attempt -> !attempt.getUser().equals(full) && all.get(attempt)[0] <= room)
              .min(turn)
              .orElse(null);
      assertThat(
              waiting.next(
                  (attempt, master) -> !attempt.getUser().equals(full) && master[0] <= room,
                  master -> true,
                  0))
          .as("step %d", step)
          .isEqualTo(expected);
    }
  }
}
