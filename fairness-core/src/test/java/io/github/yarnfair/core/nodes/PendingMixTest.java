// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.tree.Demand;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PendingMixTest {
  private final PendingMix mix = new PendingMix();

  @Test
  void isEmptyUntilTasksArePendingAndStaysWhenNoneIs() {
    assertThat(mix.update(Demand.NOTHING)).isFalse();
    assertThat(mix.size()).isZero();
    assertThat(mix.update(Demand.of(new long[] {1}, 7))).isTrue();
    assertThat(mix.part(0)).isEqualTo(1.0);
    assertThat(mix.update(Demand.NOTHING)).isFalse();
    assertThat(mix.size()).isOne();
  }

  @Test
  void theOrderInWhichTasksWereAskedForIsNoChange() {
    mix.update(Demand.of(new long[] {2}, 1).plus(new long[] {1}, 3));
    assertThat(mix.task(0)).containsExactly(1);
    assertThat(mix.part(0)).isEqualTo(0.75);
    assertThat(mix.update(Demand.of(new long[] {1}, 3).plus(new long[] {2}, 1))).isFalse();
  }

  @Test
  void smallClassesMayComeAndGoUpToTheTolerance() {
    mix.update(Demand.of(new long[] {2}, 96).plus(new long[] {1}, 4));
    assertThat(mix.update(Demand.of(new long[] {2}, 96).plus(new long[] {3}, 4))).isFalse();
    assertThat(mix.update(Demand.of(new long[] {2}, 94).plus(new long[] {3}, 6))).isTrue();
    assertThat(mix.task(1)).containsExactly(3);
    assertThat(mix.part(1)).isEqualTo(0.06, within(1e-12));
  }

  @Test
  void smallChangesInOneDirectionAddUp() {
    mix.update(Demand.of(new long[] {1}, 100).plus(new long[] {2}, 100));
    assertThat(mix.update(Demand.of(new long[] {1}, 100).plus(new long[] {2}, 120))).isFalse();
    assertThat(mix.update(Demand.of(new long[] {1}, 100).plus(new long[] {2}, 125))).isTrue();
  }

  @Test
  void aClassThatNeverRunsOutOutweighsAllOthers() {
    mix.update(Demand.of(new long[] {1}, 1_000_000).plus(new long[] {2}, Demand.ENDLESS));
    assertThat(mix.part(0)).isLessThan(1e-9);
    assertThat(mix.part(1)).isEqualTo(1.0, within(1e-9));
  }

  @Test
  void theClassesWithMostTasksAreKept() {
    Demand.Builder pending = new Demand.Builder();
    for (int i = 0; i < 2 * PendingMix.MOST_CLASSES; i++) {
      pending.add(new long[] {i}, i % 2 == 0 ? 1 : 10 + i);
    }
    mix.update(pending.build());
    assertThat(mix.size()).isEqualTo(PendingMix.MOST_CLASSES);
    long[] kept = new long[mix.size()];
    double sum = 0.0;
    for (int i = 0; i < kept.length; i++) {
      kept[i] = mix.task(i)[0];
      sum += mix.part(i);
    }
    assertThat(Arrays.stream(kept)).allMatch(amount -> amount % 2 == 1);
    assertThat(sum).isEqualTo(1.0, within(1e-12));
  }
}
