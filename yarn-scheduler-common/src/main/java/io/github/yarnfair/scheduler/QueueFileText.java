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

import io.github.yarnfair.scheduler.conf.file.QueueFile;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;

/** The keys of the queues in force as a queue file. */
final class QueueFileText {
  private static final String PREFIX = "yarn.scheduler.capacity.";

  private QueueFileText() {}

  static String of(QueueFile file) {
    Configuration keys = new Configuration(false);
    file.below(PREFIX).forEach((key, value) -> keys.set(PREFIX + key, value));
    try (StringWriter text = new StringWriter()) {
      keys.writeXml(text);
      return text.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
