// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.ask;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Test;

/** Sizes rounded up to multiples of 1024 MiB, where the largest node is not always the same. */
class RequestSizeTest {
  private static RequestSize size(int asked, int most, int largestNode) {
    return RequestSize.of(memory(asked), memory(most), memory(largestNode));
  }

  private static Resource memory(int memory) {
    return Resource.newInstance(memory, 1);
  }

  @Test
  void isRoundedUpWithinTheLargestNode() {
    assertThat(size(1100, 2048, 8150).rounded()).isEqualTo(memory(2048));
    assertThat(size(8100, 8192, 8150).rounded()).isEqualTo(memory(8150));
  }

  /** YARN's rule gives 4096 and 0. */
  @Test
  void isNeverLessThanWhatIsAskedForWhileLargerNodesAreAway() {
    assertThat(size(8100, 8192, 4096).rounded()).isEqualTo(memory(8100));
    assertThat(size(2037, 2048, 0).rounded()).isEqualTo(memory(2037));
  }

  @Test
  void isWithinTheConfiguredMaximum() {
    assertThat(size(9000, 8192, 16384).rounded()).isEqualTo(memory(8192));
    assertThat(size(9000, 8192, 4096).rounded()).isEqualTo(memory(8192));
  }

  /** The rival rule takes a pending size for the same only if it is what would be given now. */
  @Test
  void isTheSameRequestRoundedWithOtherNodes() {
    RequestSize now = size(8100, 8192, 8150);
    assertThat(now.mayBe(memory(8192))).as("with larger nodes").isTrue();
    assertThat(now.mayBe(memory(8100))).as("without any as large").isTrue();
    assertThat(now.mayBe(memory(8099))).isFalse();
    assertThat(now.mayBe(memory(9216))).isFalse();
  }
}
