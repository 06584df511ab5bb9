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
package io.github.yarnfair.host;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.ConfigurationProvider;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.jspecify.annotations.Nullable;

/** Gives out one capacity-scheduler.xml, whatever lies on the class path, and no other file. */
final class QueueFileProvider extends ConfigurationProvider {
  private final byte[] file;

  QueueFileProvider(Map<String, String> keys) throws IOException {
    Configuration queues = new Configuration(false);
    keys.forEach(queues::set);
    ByteArrayOutputStream xml = new ByteArrayOutputStream();
    queues.writeXml(xml);
    file = xml.toByteArray();
  }

  @Override
  public @Nullable InputStream getConfigurationInputStream(Configuration conf, String name) {
    return name.equals(YarnConfiguration.CS_CONFIGURATION_FILE)
        ? new ByteArrayInputStream(file)
        : null;
  }

  @Override
  public void initInternal(Configuration conf) {}

  @Override
  public void closeInternal() {}
}
