// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.runs;

import io.github.yarnfair.core.balance.BalanceRules;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that gives shares a memory. */
final class BalanceOption {
  private static final String HALF_LIFE = "half-life";
  private static final String FLOOR = "floor";
  private static final String STRENGTH = "strength";
  private static final String CHARGES = "charges";
  private static final Set<String> NAMES =
      new TreeSet<>(Set.of(HALF_LIFE, FLOOR, STRENGTH, CHARGES));

  @Option(
      names = "--balance",
      paramLabel = "half-life=TIME[,floor=F][,strength=K][,charges=contended|all]",
      description =
          "Let shares have a memory under --policy, as the keys balance.* of a scheduler say:"
              + " half-life=24h.")
  private String text = "";

  /** Returns whether shares have a memory. */
  boolean isSet() {
    return !text.isEmpty();
  }

  /**
   * Returns how the past counts, if the option is set.
   *
   * @throws IllegalArgumentException naming part, value and what was expected
   */
  BalanceRules rules() {
    Map<String, String> values = values();
    return new BalanceRules(
        halfLife(values.getOrDefault(HALF_LIFE, "")),
        number(values, FLOOR, BalanceRules.FLOOR, Math.ulp(0.0), 1.0, "above 0, at most 1"),
        number(values, STRENGTH, BalanceRules.STRENGTH, 0.0, Double.MAX_VALUE, "of at least 0"),
        onlyContended(values.getOrDefault(CHARGES, "contended")));
  }

  /** Returns the parts as keys of a scheduler, without its prefix. */
  Map<String, String> keys() {
    rules();
    Map<String, String> keys = new HashMap<>();
    values().forEach((name, value) -> keys.put("balance." + name, value));
    return keys;
  }

  private Map<String, String> values() {
    Map<String, String> values = new HashMap<>();
    for (String part : text.split(",", -1)) {
      String[] pair = part.split("=", 2);
      if (pair.length != 2 || !NAMES.contains(pair[0]) || values.put(pair[0], pair[1]) != null) {
        throw refused(part, "each of " + NAMES + " at most once, as name=value");
      }
    }
    if (!values.containsKey(HALF_LIFE)) {
      throw refused(text, "a " + HALF_LIFE + " among the parts, such as half-life=24h");
    }
    return values;
  }

  private static long halfLife(String time) {
    int end = time.length() - 1;
    TimeUnit unit = end < 1 ? null : unit(time.charAt(end));
    if (unit != null) {
      try {
        long millis = unit.toMillis(Long.parseLong(time.substring(0, end)));
        if (millis >= BalanceRules.EPOCH_MILLIS && millis <= BalanceRules.LONGEST_MILLIS) {
          return millis;
        }
      } catch (NumberFormatException e) {
        // Refused below.
      }
    }
    throw refused(HALF_LIFE + "=" + time, "a time from 1m to 365d, such as 24h");
  }

  private static @Nullable TimeUnit unit(char letter) {
    return switch (letter) {
      case 's' -> TimeUnit.SECONDS;
      case 'm' -> TimeUnit.MINUTES;
      case 'h' -> TimeUnit.HOURS;
      case 'd' -> TimeUnit.DAYS;
      default -> null;
    };
  }

  private static double number(
      Map<String, String> values,
      String name,
      double byDefault,
      double least,
      double most,
      String expected) {
    String value = values.get(name);
    if (value == null) {
      return byDefault;
    }
    try {
      double number = Double.parseDouble(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    throw refused(name + "=" + value, "a number " + expected);
  }

  private static boolean onlyContended(String charges) {
    return switch (charges) {
      case "contended" -> true;
      case "all" -> false;
      default -> throw refused(CHARGES + "=" + charges, "contended or all");
    };
  }

  private static IllegalArgumentException refused(String part, String expected) {
    return new IllegalArgumentException("--balance \"%s\": expected %s".formatted(part, expected));
  }
}
