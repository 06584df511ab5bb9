// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * What bounds the room that is kept for gangs: the scheduler's own options in {@code
 * yarn-site.xml}, below {@code <scheduler's prefix>.gang}.
 *
 * @param timeoutMillis longest that room is kept for a gang that does not start, in milliseconds; a
 *     gang may ask for less
 * @param maximumShare largest part of each resource of a partition that may be kept for gangs
 */
public record GangSettings(long timeoutMillis, double maximumShare) {
  private static final String TIMEOUT = "gang.timeout-ms";
  private static final String MAXIMUM_SHARE = "gang.maximum-share";

  /** The settings used if none is configured. */
  public static final GangSettings DEFAULT = new GangSettings(300_000, 0.5);

  /**
   * Reads the options of a scheduler.
   *
   * @param prefix what the scheduler's keys begin with, such as {@code yarn.scheduler.hdrf.}
   * @throws IOException naming file, key, value and what was expected
   */
  public static GangSettings read(Configuration conf, String prefix) throws IOException {
    return new GangSettings(
        HeadroomSettings.milliseconds(conf, prefix + TIMEOUT, DEFAULT.timeoutMillis()),
        HeadroomSettings.fraction(
            conf,
            prefix + MAXIMUM_SHARE,
            DEFAULT.maximumShare(),
            "a part of a partition, above 0 and at most 1"));
  }
}
