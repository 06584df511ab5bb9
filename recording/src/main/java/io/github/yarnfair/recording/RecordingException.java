// SPDX-License-Identifier: Apache-2.0
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
