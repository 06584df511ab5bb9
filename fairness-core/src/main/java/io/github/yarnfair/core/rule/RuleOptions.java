// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.rule;

import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The options of one scheduler, by their names without {@link SchedulerRule#optionPrefix}, and its
 * clock.
 *
 * @param values returns the trimmed value of an option, null if it is not set
 * @param clock returns the time in milliseconds, for a policy that does something from time to
 *     time; may be set back
 */
public record RuleOptions(Function<String, @Nullable String> values, LongSupplier clock) {
  /**
   * One value of an option.
   *
   * @param value as it is configured
   * @param meaning what it stands for
   */
  public record Choice<T>(String value, T meaning) {}

  /**
   * Returns what the value of an option stands for.
   *
   * @param choices at least two, the default one first
   * @throws InvalidOptionException if the value is none of {@code choices}
   */
  public <T> T choose(String option, List<Choice<T>> choices) {
    String value = values.apply(option);
    if (value == null) {
      return choices.get(0).meaning();
    }
    return choices.stream()
        .filter(choice -> choice.value().equals(value))
        .findFirst()
        .map(Choice::meaning)
        .orElseThrow(() -> new InvalidOptionException(option, listed(choices)));
  }

  private static <T> String listed(List<Choice<T>> choices) {
    List<String> all = choices.stream().map(Choice::value).toList();
    int last = all.size() - 1;
    return String.join(", ", all.subList(0, last)) + " or " + all.get(last);
  }

  /**
   * Returns the value of an option in milliseconds.
   *
   * @param byDefault the value if none is set
   * @param most the largest value
   * @throws InvalidOptionException if the value is not a whole number from 0 to {@code most}
   */
  public long millis(String option, long byDefault, long most) {
    String value = values.apply(option);
    if (value == null) {
      return byDefault;
    }
    try {
      long millis = Long.parseLong(value);
      if (millis >= 0 && millis <= most) {
        return millis;
      }
    } catch (NumberFormatException e) {
      // Refused below, as a number out of range is.
    }
    throw new InvalidOptionException(option, "a whole number of milliseconds from 0 to " + most);
  }
}
