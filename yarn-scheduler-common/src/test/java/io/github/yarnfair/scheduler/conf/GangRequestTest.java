// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GangRequestTest {
  private static GangRequest tagged(String... tags) {
    return GangRequest.read(Set.of(tags), Map.of());
  }

  @Test
  void aTagOrAPropertyNamesSizeAndSeconds() {
    assertThat(tagged("gang=8")).isEqualTo(new GangRequest(8, OptionalLong.empty()));
    assertThat(tagged("gang=8:120", "etl")).isEqualTo(new GangRequest(8, OptionalLong.of(120_000)));
    assertThat(GangRequest.read(Set.of(), Map.of("YARN_GANG", " 3:5 ")))
        .isEqualTo(new GangRequest(3, OptionalLong.of(5_000)));
  }

  @Test
  void othersAndASingleContainerAreNoGang() {
    assertThat(GangRequest.read(null, null)).isNull();
    assertThat(tagged("gangway", "etl")).isNull();
    assertThat(tagged("gang=1:5")).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gang=",
        "gang=x",
        "gang=0",
        "gang=-2",
        "gang=2:",
        "gang=2:0",
        "gang=2,5",
        "gang=1234567890"
      })
  void malformedTagIsNamedWithTheExpectedForm(String tag) {
    assertThatThrownBy(() -> tagged(tag))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(tag, "expected <containers> or <containers>:<seconds>");
  }

  @Test
  void severalAreRefused() {
    assertThatThrownBy(() -> GangRequest.read(Set.of("gang=2"), Map.of("YARN_GANG", "3")))
        .hasMessageContaining("[gang=2, YARN_GANG=3]: expected one of them at most");
  }
}
