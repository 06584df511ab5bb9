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
package io.github.yarnfair.scheduler.conf;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Gives a test class the resource types memory, vcores, yarn.io/gpu and mic. */
final class GpuAndMicTypes implements BeforeAllCallback, AfterAllCallback {
  static final String GPU = "yarn.io/gpu";
  static final String MIC = "mic";

  @Override
  public void beforeAll(ExtensionContext context) {
    Configuration conf = new Configuration(false);
    conf.set(YarnConfiguration.RESOURCE_TYPES, GPU + "," + MIC);
    ResourceUtils.resetResourceTypes(conf);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    ResourceUtils.resetResourceTypes();
  }

  static Resource resource(long memory, int vcores, long gpus, long mics) {
    Resource resource = Resource.newInstance(memory, vcores);
    resource.setResourceValue(GPU, gpus);
    resource.setResourceValue(MIC, mics);
    return resource;
  }
}
