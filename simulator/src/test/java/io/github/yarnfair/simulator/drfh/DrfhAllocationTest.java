// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.drfh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.tree.Demand;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values computed by hand; figure 1 of the paper is in fifths of a CPU and of a GB. */
class DrfhAllocationTest {
  private static final double EXACT = 1e-9;
  private static final List<ServerClass> FIGURE_1 = servers(new long[][] {{10, 60}, {60, 10}});

  @Test
  void figure3EachUserHasTheServerThatSuitsIt() {
    DrfhAllocation allocation =
        DrfhAllocation.of(FIGURE_1, List.of(endless(1, 1, 5), endless(1, 5, 1)));
    for (int user = 0; user < 2; user++) {
      assertThat(allocation.dominantShare(user)).isCloseTo(5.0 / 7, within(EXACT));
      assertThat(allocation.tasks(user)).isCloseTo(10.0, within(EXACT));
      assertThat(allocation.tasks(user, user)).isCloseTo(10.0, within(EXACT));
      assertThat(allocation.tasks(user, 1 - user)).isCloseTo(0.0, within(EXACT));
    }
  }

  /** Alone, a user fits (60/5 + 10/5) tasks on both servers: a share of 14·5/70. */
  @Test
  void aUserWithFewTasksLeavesTheRest() {
    DrfhAllocation allocation =
        DrfhAllocation.of(FIGURE_1, List.of(endless(1, 1, 5), new DrfhUser(cpu(5, 1), 1, 0)));
    assertThat(allocation.tasks(0)).isCloseTo(10 + 2.0, within(EXACT));
    assertThat(allocation.tasks(1)).isZero();
    DrfhAllocation few =
        DrfhAllocation.of(FIGURE_1, List.of(endless(1, 1, 5), new DrfhUser(cpu(5, 1), 1, 3)));
    assertThat(few.tasks(1)).isCloseTo(3.0, within(EXACT));
    assertThat(few.tasks(0)).isCloseTo(10 + 7.0 / 5, within(EXACT));
  }

  @Test
  void sharesAreInProportionToWeights() {
    DrfhAllocation allocation =
        DrfhAllocation.of(servers(new long[][] {{30}}), List.of(endless(2, 1), endless(100, 1)));
    assertThat(allocation.dominantShare(0)).isCloseTo(2.0 / 102, within(EXACT));
    assertThat(allocation.dominantShare(1)).isCloseTo(100.0 / 102, within(EXACT));
  }

  /** Both GPU users have all GPUs of the first round; the CPU user grows beyond them. */
  @Test
  void aUserThatCanGrowBeyondTheOthersDoes() {
    DrfhAllocation allocation =
        DrfhAllocation.of(
            servers(new long[][] {{8, 4}, {8, 0}}),
            List.of(endless(1, 1, 1), endless(1, 1, 1), endless(1, 1, 0)));
    assertThat(allocation.tasks(0)).isCloseTo(2.0, within(EXACT));
    assertThat(allocation.tasks(1)).isCloseTo(2.0, within(EXACT));
    assertThat(allocation.tasks(2)).isCloseTo(12.0, within(EXACT));
    assertThat(allocation.dominantShare(2)).isCloseTo(0.75, within(EXACT));
  }

  @Test
  void tasksThatNeedNothingOrFitNoServerTakeNoPart() {
    DrfhAllocation allocation =
        DrfhAllocation.of(
            servers(new long[][] {{10, 0}, {0, 10}}),
            List.of(
                endless(1, 0, 0),
                new DrfhUser(cpu(0, 0), 1, 4),
                endless(1, 1, 1),
                endless(1, 1, 0)));
    assertThat(allocation.tasks(0)).isInfinite();
    assertThat(allocation.tasks(1)).isEqualTo(4.0);
    assertThat(allocation.tasks(2)).isZero();
    assertThat(allocation.tasks(3)).isCloseTo(10.0, within(EXACT));
    assertThat(allocation.dominantShare(0)).isZero();
    assertThat(allocation.dominantShare(2)).isZero();
  }

  @Test
  void aResourceThatNoServerHasIsNeededInVain() {
    DrfhAllocation allocation =
        DrfhAllocation.of(
            servers(new long[][] {{10, 0}}), List.of(endless(1, 1, 1), endless(1, 0, 1)));
    assertThat(allocation.tasks(0)).isZero();
    assertThat(allocation.tasks(1)).isZero();
  }

  @Test
  void withoutUsersNothingIsAllocated() {
    assertThat(DrfhAllocation.of(FIGURE_1, List.of())).isNotNull();
  }

  @Test
  void equalServersBecomeOneClass() {
    List<ServerClass> classes = servers(new long[][] {{1, 2}, {2, 1}, {1, 2}, {1, 2}});
    assertThat(classes).hasSize(2);
    assertThat(classes.get(0).servers()).isEqualTo(3);
    assertThat(classes.get(0).capacity()).containsExactly(1, 2);
  }

  @Test
  void badNumbersAreRefused() {
    assertThatThrownBy(() -> DrfhAllocation.of(List.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no server: expected at least one");
    assertThatThrownBy(() -> DrfhAllocation.of(FIGURE_1, List.of(endless(1, 1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("[1]: expected 2 amounts");
    assertThatThrownBy(() -> endless(0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> endless(Double.NaN, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> endless(1, -1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new DrfhUser(cpu(1), 1, -1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ServerClass(cpu(1), 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ServerClass(cpu(-1), 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<ServerClass> servers(long[][] servers) {
    return DrfhAllocation.classesOf(List.of(servers));
  }

  private static DrfhUser endless(double weight, long... demand) {
    return new DrfhUser(demand, weight, Demand.ENDLESS);
  }

  private static long[] cpu(long... amounts) {
    return amounts;
  }
}
