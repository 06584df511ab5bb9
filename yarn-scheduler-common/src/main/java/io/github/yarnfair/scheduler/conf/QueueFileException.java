// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import java.io.IOException;
import java.util.List;

/**
 * The queue configuration is refused. The message has one line for each problem, and each line
 * names file, key, value and what was expected.
 */
public final class QueueFileException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Creates the error of one or more problems, each of one line. */
  public QueueFileException(List<String> problems) {
    super(String.join("\n", problems));
  }

  /** Creates the error of a file that cannot be parsed. */
  public QueueFileException(String problem, Throwable cause) {
    super(problem, cause);
  }
}
