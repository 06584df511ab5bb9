// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * What the scheduler computes of states that are not: its own options in {@code yarn-site.xml}.
 *
 * @param whatIfMillis most time that a what-if request may take, in milliseconds
 * @param expectsStarts whether durations of containers are observed, and starts are expected by
 *     them
 * @param diagnosticsPercent most part of one core that explanations in the diagnostics of waiting
 *     applications take, in percent; 0: there are none
 */
public record OutlookSettings(long whatIfMillis, boolean expectsStarts, int diagnosticsPercent) {
  private static final String WHAT_IF = "what-if.timeout-ms";
  private static final String EXPECTED_START = "expected-start.enabled";
  private static final String DIAGNOSTICS = "diagnostics.cpu-percent";
  private static final long WHAT_IF_MILLIS = 10_000;
  private static final long LONGEST_MILLIS = 600_000;
  private static final int DIAGNOSTICS_PERCENT = 1;
  private static final int MOST_PERCENT = 50;

  /**
   * Reads the options of a scheduler.
   *
   * @param prefix what the scheduler's keys begin with, such as {@code yarn.scheduler.hdrf.}
   * @throws IOException naming file, key, value and what was expected
   */
  public static OutlookSettings read(Configuration conf, String prefix) throws IOException {
    return new OutlookSettings(
        whole(conf, prefix + WHAT_IF, WHAT_IF_MILLIS, 1, LONGEST_MILLIS),
        expectsStarts(conf, prefix + EXPECTED_START),
        (int) whole(conf, prefix + DIAGNOSTICS, DIAGNOSTICS_PERCENT, 0, MOST_PERCENT));
  }

  private static long whole(Configuration conf, String key, long byDefault, long least, long most)
      throws IOException {
    try {
      long value = conf.getLong(key, byDefault);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    throw ConfiguredKey.refused(conf, key, "a whole number from " + least + " to " + most);
  }

  private static boolean expectsStarts(Configuration conf, String key) throws IOException {
    return switch (conf.getTrimmed(key, "true")) {
      case "true" -> true;
      case "false" -> false;
      default -> throw ConfiguredKey.refused(conf, key, "true or false");
    };
  }
}
