// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import java.io.IOException;

/**
 * A file that cannot be used: the message names file, line, what was there and what was expected.
 */
public final class InputException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with a complete message. */
  public InputException(String message) {
    super(message);
  }
}
