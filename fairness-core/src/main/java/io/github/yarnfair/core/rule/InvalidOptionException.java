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
package io.github.yarnfair.core.rule;

/** An option has none of its values. Its reader knows the file, the key and the value. */
public final class InvalidOptionException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String option;
  private final String expected;

  /**
   * @param option without {@link SchedulerRule#optionPrefix}
   * @param expected the values that it may have
   */
  public InvalidOptionException(String option, String expected) {
    super(option + ": expected " + expected);
    this.option = option;
    this.expected = expected;
  }

  /** Returns the name of the option without the prefix of its scheduler. */
  public String option() {
    return option;
  }

  /** Returns the values that the option may have. */
  public String expected() {
    return expected;
  }
}
