// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.capacity;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueueLimitTest {
  private static final Resource PARENT = resource(10_000, 100, 7, 1);

  @ParameterizedTest
  @CsvSource({
    "100, 10000, 100, 7, 1",
    "50, 5000, 50, 3, 0",
    "29, 2900, 29, 2, 0",
    "33.34, 3334, 33, 2, 0",
    "0, 0, 0, 0, 0",
  })
  void percentageIsOfTheParentRoundedDown(
      String percent, long memory, int vcores, long gpus, long mics) {
    assertThat(CapacitySyntax.limit(percent).resolve(PARENT))
        .isEqualTo(resource(memory, vcores, gpus, mics));
  }

  @Test
  void unlimitedIsExactForTheLargestNumbers() {
    Resource huge = resource(Long.MAX_VALUE - 1, Integer.MAX_VALUE, Long.MAX_VALUE - 3, 5);
    assertThat(QueueLimit.UNLIMITED.resolve(huge)).isEqualTo(huge).isNotSameAs(huge);
  }

  @Test
  void vectorLimitsWhatItNamesOnly() {
    assertThat(CapacitySyntax.limit("[memory=4096,mic=0]").resolve(PARENT))
        .isEqualTo(resource(4096, 100, 7, 0));
  }

  @Test
  void vectorNeverExceedsTheParent() {
    assertThat(CapacitySyntax.limit("[memory=1Ti,vcores=20]").resolve(PARENT))
        .isEqualTo(resource(10_000, 20, 7, 1));
  }

  @Test
  void percentagesBelowAVectorAreOfTheVector() {
    Resource parent = CapacitySyntax.limit("[memory=4096]").resolve(PARENT);
    assertThat(CapacitySyntax.limit("50").resolve(parent)).isEqualTo(resource(2048, 50, 3, 0));
  }

  @Test
  void parentLimitIsLeftAlone() {
    Resource parent = resource(10, 10, 10, 10);
    CapacitySyntax.limit("10").resolve(parent);
    CapacitySyntax.limit("[memory=1]").resolve(parent);
    assertThat(parent).isEqualTo(resource(10, 10, 10, 10));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, 100.5, Double.NaN})
  void noOtherNumberIsAPercentage(double number) {
    assertThatThrownBy(() -> new QueueLimit.Percentage(number))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
