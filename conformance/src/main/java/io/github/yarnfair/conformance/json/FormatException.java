// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.json;

/**
 * JSON that is not as expected; the message names where it stands, its key and what is expected.
 */
public final class FormatException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates the exception with its complete message. */
  public FormatException(String message) {
    super(message);
  }
}
