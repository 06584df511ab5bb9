// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * How often the state of queues is sampled for the history on the scheduler's page and for the
 * metrics of ideal shares: the scheduler's own option {@code history.interval-ms} in {@code
 * yarn-site.xml}.
 *
 * @param intervalMillis time between two samples, in milliseconds; 0: there are none
 */
public record HistorySettings(long intervalMillis) {
  /** The option, after the scheduler's prefix. */
  public static final String INTERVAL = "history.interval-ms";

  private static final long BY_DEFAULT = 30_000;
  private static final long SHORTEST = 1000;
  private static final long LONGEST = 3_600_000;

  /**
   * Reads the option of a scheduler.
   *
   * @param prefix what the scheduler's keys begin with, such as {@code yarn.scheduler.hdrf.}
   * @throws IOException naming file, key, value and what was expected
   */
  public static HistorySettings read(Configuration conf, String prefix) throws IOException {
    String key = prefix + INTERVAL;
    try {
      long value = conf.getLong(key, BY_DEFAULT);
      if (value == 0 || (value >= SHORTEST && value <= LONGEST)) {
        return new HistorySettings(value);
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    throw ConfiguredKey.refused(
        conf, key, "0, or a whole number of milliseconds from " + SHORTEST + " to " + LONGEST);
  }

  /** Returns whether there are samples. */
  public boolean isOn() {
    return intervalMillis > 0;
  }
}
