// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.drfh;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.conf.ConfiguredRule;
import io.github.yarnfair.scheduler.testing.HierarchyOptionContract;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DrfhSchedulerTest extends HierarchyOptionContract {
  DrfhSchedulerTest() {
    super(DrfhScheduler.class);
  }

  @ParameterizedTest
  @CsvSource({"flat, drfh", "tree, hdrf", "' tree ', hdrf"})
  void theOptionNamesTheHierarchy(String option, String policy) throws Exception {
    Configuration conf = new Configuration(false);
    conf.set(DrfhScheduler.HIERARCHY_KEY, option);
    assertThat(new ConfiguredRule(new DrfhRule(), conf, () -> 0).policy().name()).isEqualTo(policy);
  }

  @Test
  void itIsFlatUnlessSaidOtherwise() throws Exception {
    assertThat(
            new ConfiguredRule(new DrfhRule(), new Configuration(false), () -> 0).policy().name())
        .isEqualTo("drfh");
  }
}
