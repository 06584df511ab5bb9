// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import io.github.yarnfair.recording.RecordingSettings;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Whether and where decisions are recorded: the scheduler's own options in {@code yarn-site.xml},
 * below {@code <scheduler's prefix>recording}.
 *
 * @param settings null if nothing is recorded
 */
public record RecordingOptions(@Nullable RecordingSettings settings) {
  private static final String ENABLED = "recording.enabled";
  private static final String DIRECTORY = "recording.directory";
  private static final String SIZE = "recording.maximum-size";
  private static final String AGE = "recording.maximum-age";

  /** Set by Hadoop's start scripts to where the daemon's logs are. */
  private static final String LOG_DIRECTORY = "hadoop.log.dir";

  private static final String IN_LOGS = "scheduler-recording";

  private static final long MIB = 1L << 20;
  private static final long LEAST_SIZE = 16 * MIB;
  private static final long USUAL_SIZE = 512 * MIB;
  private static final long MOST_SIZE = MIB * MIB;
  private static final long LEAST_AGE = TimeUnit.MINUTES.toMillis(1);
  private static final long USUAL_AGE = TimeUnit.DAYS.toMillis(7);
  private static final long MOST_AGE = TimeUnit.DAYS.toMillis(3650);

  /**
   * Reads the options of a scheduler. Unless they say otherwise it records where the
   * ResourceManager's logs are, and nothing if there is no such place: where a program has started
   * the ResourceManager, as in a test.
   *
   * @param prefix what the scheduler's keys begin with, such as {@code yarn.scheduler.hdrf.}
   * @throws IOException naming file, key, value and what was expected
   */
  public static RecordingOptions read(Configuration conf, String prefix) throws IOException {
    boolean isEnabled = isEnabled(conf, prefix + ENABLED);
    Path directory = directory(conf, prefix + DIRECTORY);
    long size = size(conf, prefix + SIZE);
    long age = age(conf, prefix + AGE);
    if (isEnabled && directory == null && conf.getTrimmed(prefix + ENABLED) != null) {
      throw ConfiguredKey.refused(
          conf,
          prefix + DIRECTORY,
          "a directory for the recording, as the system property %s names none"
              .formatted(LOG_DIRECTORY));
    }
    return new RecordingOptions(
        isEnabled && directory != null ? new RecordingSettings(directory, size, age) : null);
  }

  private static boolean isEnabled(Configuration conf, String key) throws IOException {
    return switch (conf.getTrimmed(key, "true").toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw ConfiguredKey.refused(conf, key, "true or false");
    };
  }

  private static @Nullable Path directory(Configuration conf, String key) throws IOException {
    String text = conf.getTrimmed(key, "");
    String logs = System.getProperty(LOG_DIRECTORY, "").trim();
    try {
      if (text.isEmpty()) {
        return logs.isEmpty() ? null : Path.of(logs, IN_LOGS);
      }
      Path directory = Path.of(text);
      if (directory.isAbsolute()) {
        return directory;
      }
    } catch (InvalidPathException e) {
      // Refused below.
    }
    throw ConfiguredKey.refused(conf, key, "the absolute path of a directory on a local disk");
  }

  private static long size(Configuration conf, String key) throws IOException {
    try {
      long size = conf.getLongBytes(key, USUAL_SIZE);
      if (size >= LEAST_SIZE && size <= MOST_SIZE) {
        return size;
      }
    } catch (IllegalArgumentException e) {
      // Refused below.
    }
    throw ConfiguredKey.refused(conf, key, "a size from 16m to 1t, such as 512m");
  }

  private static long age(Configuration conf, String key) throws IOException {
    try {
      long age = conf.getTimeDuration(key, USUAL_AGE, TimeUnit.MILLISECONDS);
      if (age >= LEAST_AGE && age <= MOST_AGE) {
        return age;
      }
    } catch (IllegalArgumentException e) {
      // Refused below.
    }
    throw ConfiguredKey.refused(conf, key, "a time from 1m to 3650d, such as 7d");
  }
}
