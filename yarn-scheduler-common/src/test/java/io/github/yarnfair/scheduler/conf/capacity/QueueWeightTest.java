// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.capacity;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.GPU;
import static io.github.yarnfair.scheduler.testing.SchedulerConf.MIC;
import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueWeightTest {
  private static final QueueWeight GPUS =
      CapacitySyntax.weight("[memory=1024,vcores=1,yarn.io/gpu=2]");

  @Test
  void numbersDoNotLookAtTheCluster() {
    for (Resource total : List.of(resource(0, 0, 0, 0), resource(100, 100, 100, 100))) {
      assertThat(CapacitySyntax.weight("4w").resolve(total)).isEqualTo(4);
      assertThat(CapacitySyntax.weight("40").resolve(total)).isEqualTo(40);
    }
  }

  @Test
  void vectorWeighsItsDominantShare() {
    // Shares 1024/10240 = 0.1, 1/20 = 0.05 and 2/8 = 0.25.
    assertThat(GPUS.resolve(resource(10_240, 20, 8, 0))).isEqualTo(0.25);
    // Shares 1024/2048 = 0.5, 1/20 = 0.05 and 2/8 = 0.25.
    assertThat(GPUS.resolve(resource(2_048, 20, 8, 0))).isEqualTo(0.5);
  }

  @Test
  void resourceTypesThatTheClusterLacksDoNotCount() {
    assertThat(GPUS.resolve(resource(10_240, 20, 0, 0))).isEqualTo(0.1);
  }

  @Test
  void vectorsAreEqualWhileTheClusterIsEmpty() {
    Resource empty = resource(0, 0, 0, 0);
    assertThat(GPUS.resolve(empty)).isEqualTo(1);
    assertThat(CapacitySyntax.weight("[mic=1]").resolve(empty)).isEqualTo(1);
  }

  @Test
  void vectorOfAbsentTypesGetsLeftovers() {
    QueueWeight mics = new QueueWeight.Absolute(List.of(new ResourceAmount(MIC, 3)));
    assertThat(mics.resolve(resource(10_240, 20, 8, 0))).isEqualTo(QueueWeight.LEFTOVERS);
    assertThat(mics.isZero()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0w", "0.0", "[memory=0,vcores=0]"})
  void zeroGetsLeftovers(String capacity) {
    QueueWeight weight = CapacitySyntax.weight(capacity);
    assertThat(weight.isZero()).isTrue();
    assertThat(weight.resolve(resource(0, 0, 0, 0))).isEqualTo(QueueWeight.LEFTOVERS).isPositive();
    assertThat(weight.resolve(resource(9, 9, 9, 9))).isEqualTo(QueueWeight.LEFTOVERS);
  }

  @Test
  void tinyVectorStaysAboveZero() {
    QueueWeight one = new QueueWeight.Absolute(List.of(new ResourceAmount(GPU, 1)));
    assertThat(one.resolve(resource(1, 1, Long.MAX_VALUE, 0))).isEqualTo(QueueWeight.LEFTOVERS);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void noOtherNumberIsAWeight(double number) {
    assertThatThrownBy(() -> new QueueWeight.Weight(number))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new QueueWeight.Percentage(number))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
