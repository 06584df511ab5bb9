// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IntListTest {
  private final IntList list = new IntList();

  @Test
  void valuesStayInOrderWhileTheListGrows() {
    IntStream.range(0, 100).forEach(i -> list.add(2 * i));
    assertThat(list.size()).isEqualTo(100);
    assertThat(values().toArray()).isEqualTo(IntStream.range(0, 100).map(i -> 2 * i).toArray());
  }

  @Test
  void lastValueMovesToThePlaceOfTheRemovedOne() {
    IntStream.of(5, 6, 7).forEach(list::add);
    list.removeValue(9);
    assertThat(values()).containsExactly(5, 6, 7);
    list.removeValue(5);
    assertThat(values()).containsExactly(7, 6);
    assertThat(list.removeLast()).isEqualTo(6);
    assertThat(values()).containsExactly(7);
    list.clear();
    assertThat(list.size()).isZero();
  }

  @Test
  void valuesStayWhenRoomIsMade() {
    list.add(4);
    list.reserve(100);
    list.add(5);
    list.reserve(1);
    assertThat(values()).containsExactly(4, 5);
  }

  @Test
  void copyDoesNotFollow() {
    list.add(1);
    IntList copy = list.copy();
    list.add(2);
    copy.add(3);
    assertThat(values()).containsExactly(1, 2);
    assertThat(copy.size()).isEqualTo(2);
    assertThat(copy.get(1)).isEqualTo(3);
  }

  private IntStream values() {
    return IntStream.range(0, list.size()).map(list::get);
  }
}
