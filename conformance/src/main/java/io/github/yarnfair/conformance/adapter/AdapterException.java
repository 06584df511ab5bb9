// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

/** An adapter that cannot be started, does not answer, or answers what is not possible. */
public final class AdapterException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates the exception with its complete message. */
  public AdapterException(String message) {
    super(message);
  }
}
