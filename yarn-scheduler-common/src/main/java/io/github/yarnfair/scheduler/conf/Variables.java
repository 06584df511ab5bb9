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

import org.jspecify.annotations.Nullable;

/**
 * Variables in values, such as <code>${env.HOME}</code>. Hadoop replaces them by the environment,
 * system properties and any other key when a value is read. That serves who writes the files of the
 * ResourceManager; a request over the network would read its secrets.
 */
public final class Variables {
  private Variables() {}

  /** Returns whether Hadoop would replace something in a value. */
  public static boolean areIn(@Nullable String value) {
    return value != null && value.contains("${");
  }

  /** Returns the message that refuses a value of a request; it repeats the value as it was sent. */
  public static String refusal(String key, @Nullable String value) {
    return "%s = \"%s\": expected a value without ${...}: variables in requests are not replaced"
        .formatted(LogText.of(key), LogText.of(value));
  }
}
