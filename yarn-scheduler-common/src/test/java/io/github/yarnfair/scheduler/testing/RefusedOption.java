// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

/**
 * A value that a scheduler does not accept for one of its own options.
 *
 * @param key full name
 * @param value what is refused
 * @param expected what the message says was expected
 */
public record RefusedOption(String key, String value, String expected) {
  SchedulerConf on(SchedulerConf conf) {
    return conf.copy().yarn(key, value);
  }

  @Override
  public String toString() {
    return key + "=" + value;
  }
}
