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
