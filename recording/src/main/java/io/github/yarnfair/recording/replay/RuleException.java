// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording.replay;

import io.github.yarnfair.recording.RecordingException;
import java.nio.file.Path;

/** A recording by a rule, or a revision of it, that cannot be replayed. The file is whole. */
public final class RuleException extends RecordingException {
  private static final long serialVersionUID = 1L;

  RuleException(Path file, long offset, String text) {
    super(file, offset, text);
  }
}
