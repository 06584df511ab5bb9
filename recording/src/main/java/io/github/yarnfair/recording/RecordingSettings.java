// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import java.nio.file.Path;

/**
 * Where recordings are kept, and how many.
 *
 * @param directory is created if it is not there
 * @param maximumBytes the most that all files of the ring take, as long as a file need not be
 *     longer for its snapshot
 * @param maximumMillis files that have not been written for longer are removed
 */
public record RecordingSettings(Path directory, long maximumBytes, long maximumMillis) {
  /** Number of files in a full ring, if the files are not too old before. */
  private static final int FILES = 8;

  /** Returns after how many bytes another file is begun. */
  long fileBytes() {
    return maximumBytes / FILES;
  }

  /** Returns after how many milliseconds another file is begun. */
  long fileMillis() {
    return Math.max(1, maximumMillis / FILES);
  }
}
