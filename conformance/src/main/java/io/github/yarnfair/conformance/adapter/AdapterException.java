// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

import java.util.Map;

/** An adapter that cannot be started, does not answer, or answers what is not possible. */
public final class AdapterException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates the exception with its complete message. */
  public AdapterException(String message) {
    super(message);
  }

  /**
   * Returns what a name stands for.
   *
   * @param kind what the name is of, for the message
   * @throws AdapterException if nothing has that name
   */
  public static <T> T known(Map<String, T> named, String name, String kind)
      throws AdapterException {
    T found = named.get(name);
    if (found == null) {
      throw new AdapterException("no " + kind + " " + name);
    }
    return found;
  }
}
