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
package io.github.yarnfair.benchmarks.rm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.ConfigurationProvider;
import org.jspecify.annotations.Nullable;

/** Gives out the files of one directory, whatever lies on the class path. */
final class DirectoryProvider extends ConfigurationProvider {
  private final Path directory;

  DirectoryProvider(Path directory) {
    this.directory = directory;
  }

  @Override
  public @Nullable InputStream getConfigurationInputStream(Configuration conf, String name)
      throws IOException {
    Path file = directory.resolve(name);
    return Files.exists(file) ? Files.newInputStream(file) : null;
  }

  @Override
  public void initInternal(Configuration conf) {}

  @Override
  public void closeInternal() {}
}
