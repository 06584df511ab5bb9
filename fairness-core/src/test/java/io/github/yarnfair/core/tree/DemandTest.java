// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DemandTest {
  @Test
  void equalVectorsBecomeOneClassInTheOrderOfTheFirst() {
    Demand demand =
        new Demand.Builder()
            .add(new long[] {2, 0}, 3)
            .add(new long[] {0, 1}, 1)
            .add(new long[] {2, 0}, 4)
            .build();
    assertThat(demand.size()).isEqualTo(2);
    assertThat(demand.vector(0)).containsExactly(2, 0);
    assertThat(demand.tasks(0)).isEqualTo(7);
    assertThat(demand.amount(1, 1)).isEqualTo(1);
    assertThat(demand.tasks(1)).isEqualTo(1);
  }

  @Test
  void holdsMoreClassesThanABuilderStartsWith() {
    Demand.Builder builder = new Demand.Builder();
    for (int i = 0; i < 20; i++) {
      builder.add(new long[] {i}, i + 1);
    }
    Demand demand = builder.build();
    assertThat(demand.size()).isEqualTo(20);
    assertThat(demand.amount(19, 0)).isEqualTo(19);
    assertThat(demand.tasks(19)).isEqualTo(20);
  }

  @Test
  void endlessStaysEndless() {
    Demand demand =
        new Demand.Builder()
            .add(new long[] {1}, Demand.ENDLESS)
            .add(new long[] {1}, 5)
            .add(new long[] {1}, Demand.ENDLESS)
            .build();
    assertThat(demand.tasks(0)).isEqualTo(Demand.ENDLESS);
  }

  @Test
  void noTasksAreNoDemand() {
    assertThat(Demand.of(new long[] {1}, 0).isEmpty()).isTrue();
    assertThat(Demand.NOTHING.fits(new long[] {9}, 0)).isFalse();
  }

  @Test
  void keepsItsOwnCopies() {
    long[] vector = {1, 2};
    Demand demand = Demand.of(vector, 1);
    vector[0] = 9;
    demand.vector(0)[1] = 9;
    assertThat(demand.vector(0)).containsExactly(1, 2);
  }

  @Test
  void fitsIfSomeClassNeedsNoMoreOfAnyResource() {
    Demand demand =
        new Demand.Builder().add(new long[] {4, 0}, 1).add(new long[] {1, 2}, 1).build();
    assertThat(demand.fits(new long[] {4, 0}, 0)).isTrue();
    assertThat(demand.fits(new long[] {1, 2}, 0)).isTrue();
    assertThat(demand.fits(new long[] {3, 1}, 0)).isFalse();
    assertThat(demand.fits(new long[] {9, 9, 3, 1}, 2)).isFalse();
    assertThat(demand.fits(new long[] {0, 0, 1, 2}, 2)).isTrue();
  }

  @Test
  void keepsHowManyTasksStartTogether() {
    Demand gang = Demand.of(new long[] {1}, 4).startingTogether(4);
    assertThat(gang.together()).isEqualTo(4);
    assertThat(gang.minus(new long[] {1}).together()).isEqualTo(4);
    assertThat(gang.plus(new long[] {2}, 1).together()).isEqualTo(4);
    assertThat(gang.isSameAs(Demand.of(new long[] {1}, 4))).isFalse();
    assertThat(Demand.of(new long[] {1}, 4).together()).isEqualTo(1);
    assertThat(Demand.of(new long[] {1}, 1).startingTogether(4).minus(new long[] {1}))
        .isSameAs(Demand.NOTHING);
    assertThatThrownBy(() -> gang.startingTogether(0)).hasMessageContaining("1 or more");
  }

  @Test
  void remembersTasksThatAreNotServedNow() {
    Demand waiting = Demand.of(new long[] {1}, 3);
    Demand demand = Demand.of(new long[] {1}, 2).startingTogether(5).withUnserved(waiting);
    assertThat(demand.unserved()).isSameAs(waiting);
    assertThat(demand.tasks(0)).isEqualTo(2);
    assertThat(demand.all().tasks(0)).isEqualTo(5);
    assertThat(demand.minus(new long[] {1}).minus(new long[] {1}).unserved()).isSameAs(waiting);
    assertThat(demand.plus(new long[] {2}, 1).unserved()).isSameAs(waiting);
    assertThat(demand.startingTogether(6).unserved()).isSameAs(waiting);
    assertThat(demand.isSameAs(demand.withUnserved(Demand.NOTHING))).isFalse();
    assertThat(demand.withUnserved(Demand.NOTHING).isSameAs(demand)).isFalse();
    assertThat(demand.withUnserved(Demand.of(new long[] {1}, 3)).isSameAs(demand)).isTrue();
    assertThat(Demand.NOTHING.withUnserved(waiting).isEmpty()).isTrue();
    assertThat(Demand.NOTHING.withUnserved(waiting).fits(new long[] {9}, 0)).isFalse();
    assertThat(demand).hasToString("[[1] x 2] by 5 beside [[1] x 3]");
  }

  @Test
  void leavesOutTheTasksOfAnother() {
    Demand all =
        new Demand.Builder()
            .add(new long[] {1, 0}, 5)
            .add(new long[] {2, 0}, 1)
            .add(new long[] {3, 0}, Demand.ENDLESS)
            .build();
    Demand other =
        new Demand.Builder()
            .add(new long[] {3, 0}, Demand.ENDLESS)
            .add(new long[] {2, 0}, 4)
            .add(new long[] {1, 0}, 2)
            .add(new long[] {9, 9}, 7)
            .build();
    assertThat(all.without(other)).hasToString("[[1, 0] x 3, [3, 0] x endless]");
  }

  @Test
  void refusesNegativeNumbers() {
    assertThatThrownBy(() -> Demand.of(new long[] {1, -1}, 1)).hasMessageContaining("[1, -1]");
    assertThatThrownBy(() -> Demand.of(new long[] {1}, -2)).hasMessageContaining("-2 tasks");
  }
}
