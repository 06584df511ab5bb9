/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
    assertThat(new ConfiguredRule(new DrfhRule(), conf).policy().name()).isEqualTo(policy);
  }

  @Test
  void itIsFlatUnlessSaidOtherwise() throws Exception {
    assertThat(new ConfiguredRule(new DrfhRule(), new Configuration(false)).policy().name())
        .isEqualTo("drfh");
  }
}
