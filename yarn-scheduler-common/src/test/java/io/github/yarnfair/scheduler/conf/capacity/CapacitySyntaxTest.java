// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.capacity;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.GPU;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CapacitySyntaxTest {
  @ParameterizedTest
  @CsvSource({"4w,4", "4.5w,4.5", "4 w,4", "0w,0", "10000w,10000", "1e2w,100"})
  void weights(String text, double weight) {
    assertThat(CapacitySyntax.weight(text)).isEqualTo(new QueueWeight.Weight(weight));
  }

  @ParameterizedTest
  @CsvSource({"40,40", "40.0,40", "33.34,33.34", ".5,0.5", "0,0", "100,100"})
  void percentages(String text, double percent) {
    assertThat(CapacitySyntax.weight(text)).isEqualTo(new QueueWeight.Percentage(percent));
    assertThat(CapacitySyntax.limit(text)).isEqualTo(new QueueLimit.Percentage(percent));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[memory=1024,vcores=4]|memory-mb=1024 vcores=4",
        "[memory=10Gi]|memory-mb=10240",
        "[memory-mb=7]|memory-mb=7",
        "[ memory = 2 Gi , yarn.io/gpu = 2 ]|memory-mb=2048 yarn.io/gpu=2",
        "[vcores=2k]|vcores=2000",
        "[mic=0,memory=1G]|mic=0 memory-mb=953",
      })
  void vectors(String text, String expected) {
    List<ResourceAmount> amounts = amounts(text);
    assertThat(String.join(" ", amounts.stream().map(a -> a.resource() + "=" + a.value()).toList()))
        .isEqualTo(expected);
    assertThat(CapacitySyntax.limit(text)).isEqualTo(new QueueLimit.Absolute(amounts));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-3",
        "-1",
        "100.1",
        "101",
        "NaN",
        "Infinity",
        "1e400",
        "40%",
        "4W",
        "40f",
        "0x10",
        "w",
        "-1w",
        "-4w",
        "NaNw",
        "Infinityw",
        "10001w",
        "a few",
        "4ww",
        "1e400w",
        "[]",
        "[memory]",
        "[memory=]",
        "[memory=1",
        "memory=1]",
        "[memory=1]]",
        "[memory=-1]",
        "[memory=1.5Gi]",
        "[memory=101%]",
        "[memory=-5%]",
        "[memory=%]",
        "[memory=w]",
        "[memory=10001w]",
        "[memory=1w,memory-mb=5%]",
        "[memory=1,]",
        "[memory=1;vcores=1]",
        "[memory=1Zi]",
        "[gpu=1]",
        "[yarn.io/GPU=1]",
        "[=1]",
        "[memory=1,memory=2]",
        "[memory=1,memory-mb=1]",
        "[memory=99999999999999999999]",
        "[memory=9223372036854775807Pi]",
      })
  void refusedWeights(String text) {
    assertThatThrownBy(() -> CapacitySyntax.weight(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "a weight such as 4w, a percentage from 0 to 100,"
                + " or a vector such as [memory=4096,vcores=4] or [memory=50%,vcores=20%]");
  }

  @Test
  void vectorsOfSeveralKinds() {
    assertThat(CapacitySyntax.weight("[memory=50%, vcores = 2 w, yarn.io/gpu=1]"))
        .isEqualTo(
            new QueueWeight.Mixed(
                List.of(new ResourceAmount(GPU, 1)),
                Map.of("memory-mb", 50.0),
                Map.of("vcores", 2.0)));
    assertThat(CapacitySyntax.limit("[memory=12.5%,yarn.io/gpu=1]"))
        .isEqualTo(
            new QueueLimit.Mixed(
                new QueueLimit.Absolute(List.of(new ResourceAmount(GPU, 1))),
                Map.of("memory-mb", 12.5)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-2",
        "-0.5",
        "100.1",
        "150",
        "NaN",
        "60w",
        "60%",
        "[gpu=1]",
        "[memory=-1]",
        "[memory=1w]",
        "[memory=101%]"
      })
  void refusedLimits(String text) {
    assertThatThrownBy(() -> CapacitySyntax.limit(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "a percentage from 0 to 100, -1 for no limit,"
                + " or a vector such as [memory=4096,vcores=4] or [memory=50%,vcores=20%]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[gpu=1]|unknown resource type \"gpu\", known are [memory, mic, vcores, yarn.io/gpu]",
        "[memory=1Zi]|unknown unit \"Zi\", known are [G, Gi, ",
        "[memory=1,memory=2]|memory-mb is named more than once",
        "[memory=1.5]|an amount is a whole number from 0 up",
        "[memory=9223372036854775807Pi]|the amount is too large",
        "10001w|a weight is a number from 0 to 10000",
      })
  void refusalsSayWhat(String text, String detail) {
    assertThatThrownBy(() -> CapacitySyntax.weight(text)).hasMessageContaining(detail);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "-1.0", "100"})
  void limitsThatLimitNothing(String text) {
    assertThat(CapacitySyntax.limit(text)).isEqualTo(QueueLimit.UNLIMITED);
  }

  @Test
  void unitsOfATypeWithoutUnitAreCounts() {
    assertThat(amounts("[" + GPU + "=1k]")).containsExactly(new ResourceAmount(GPU, 1000));
  }

  private static List<ResourceAmount> amounts(String text) {
    return ((QueueWeight.Absolute) CapacitySyntax.weight(text)).amounts();
  }
}
