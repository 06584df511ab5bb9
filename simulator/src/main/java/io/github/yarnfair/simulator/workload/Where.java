// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

/**
 * A place in a file.
 *
 * @param file as the user named it
 * @param line from 1
 */
public record Where(String file, int line) {
  /**
   * Returns the error for what is at this place.
   *
   * @param found what was there, such as {@code tasks "x"}
   * @param expected what was expected
   */
  public InputException refuse(String found, String expected) {
    return new InputException("%s:%d: %s: expected %s".formatted(file, line, found, expected));
  }

  /**
   * Returns a whole number of at least a bound.
   *
   * @param name of the column or field
   */
  long number(String name, String text, long least) throws InputException {
    try {
      long number = Long.parseLong(text.trim());
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw refuse(name + " \"" + text + "\"", "a whole number of at least " + least);
  }
}
