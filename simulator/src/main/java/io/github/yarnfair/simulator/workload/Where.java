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
