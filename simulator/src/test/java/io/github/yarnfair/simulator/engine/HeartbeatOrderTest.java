// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeartbeatOrderTest {
  @Test
  void eachNodeReportsOnceASecondInTheSameOrder() {
    HeartbeatOrder order = new HeartbeatOrder(4, new Random(1));
    List<Integer> first = reports(order, 0);
    List<Integer> second = reports(order, 1_000);
    assertThat(first).containsExactlyInAnyOrder(0, 1, 2, 3);
    assertThat(second).isEqualTo(first);
  }

  private static List<Integer> reports(HeartbeatOrder order, long from) {
    List<Integer> nodes = new ArrayList<>();
    for (int node = 0; node < 4; node++) {
      order.mark(node);
    }
    for (int i = 0; i < 4; i++) {
      assertThat(order.nextTime()).isEqualTo(from + 250 * i);
      nodes.add(order.take());
    }
    assertThat(order.nextTime()).isEqualTo(Long.MAX_VALUE);
    return nodes;
  }

  @Test
  void reportsBeforeATimeArePassedOver() {
    HeartbeatOrder order = new HeartbeatOrder(2, new Random(1));
    order.mark(0);
    order.skipTo(5_001);
    long time = order.nextTime();
    assertThat(time).isIn(5_500L, 6_000L);
    assertThat(order.isMarked(0)).isTrue();
    assertThat(order.take()).isZero();
    order.mark(0);
    assertThat(order.nextTime()).isEqualTo(time + 1_000);
  }
}
