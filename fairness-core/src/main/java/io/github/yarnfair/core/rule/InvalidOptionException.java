// SPDX-License-Identifier: Apache-2.0
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
