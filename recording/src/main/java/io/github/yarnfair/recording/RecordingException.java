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

import java.io.IOException;
import java.nio.file.Path;

/** A file that is not a recording, or is damaged, or was written by a later version. */
public class RecordingException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long offset;

  /**
   * @param offset in the file, in bytes
   * @param found what is there
   * @param expected what is expected there
   */
  public RecordingException(Path file, long offset, String found, String expected) {
    this(file, offset, found + "; expected " + expected);
  }

  /**
   * @param text what is there, and what is expected
   */
  protected RecordingException(Path file, long offset, String text) {
    super("%s: offset %d: %s".formatted(file, offset, text));
    this.offset = offset;
  }

  /** Returns where the file is wrong, in bytes. */
  public final long offset() {
    return offset;
  }
}
