// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.convert;

import java.util.List;

/** Says why an allocation file cannot be converted. */
public final class ConversionException extends Exception {
  private static final long serialVersionUID = 1;

  ConversionException(List<String> messages) {
    super(String.join(System.lineSeparator(), messages));
  }

  ConversionException(String message, Throwable cause) {
    super(message, cause);
  }
}
