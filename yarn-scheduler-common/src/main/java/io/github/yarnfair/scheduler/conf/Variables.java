// SPDX-License-Identifier: Apache-2.0
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
