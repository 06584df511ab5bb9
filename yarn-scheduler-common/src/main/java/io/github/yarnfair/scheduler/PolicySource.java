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
package io.github.yarnfair.scheduler;

import io.github.yarnfair.core.FairnessPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;

/**
 * Makes policies by the same options, under the scheduler's lock too. The options are kept in
 * memory: Hadoop reads the files of a configuration again whenever it learns of a further one.
 */
final class PolicySource implements Supplier<FairnessPolicy> {
  private final HierarchicalScheduler scheduler;
  private final Configuration options = new Configuration(false);

  /**
   * @param configuration valid for {@link HierarchicalScheduler#createPolicy}
   */
  PolicySource(HierarchicalScheduler scheduler, Configuration configuration) {
    this.scheduler = scheduler;
    for (Map.Entry<String, String> each : configuration) {
      options.set(each.getKey(), each.getValue());
    }
  }

  @Override
  public FairnessPolicy get() {
    try {
      return scheduler.createPolicy(options);
    } catch (IOException e) {
      throw new UncheckedIOException("options that were valid are no longer", e);
    }
  }
}
