// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.convert;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Resources in one of the forms that FairScheduler reads.
 *
 * @param isPercentage whether the numbers are percentages of the cluster, not amounts
 * @param named numbers from 0 up, by the name of the resource type; those of {@link #MEMORY} in MiB
 * @param others the number of all types that are not named; null if these are not limited
 */
record ResourceText(
    boolean isPercentage, Map<String, BigDecimal> named, @Nullable BigDecimal others) {
  static final String MEMORY = "memory-mb";
  static final String VCORES = "vcores";

  private static final String FORMS =
      "\"4096 mb, 4 vcores\", \"memory-mb=4096, vcores=4\", \"50%\", \"40% memory, 60% cpu\" or"
          + " \"memory-mb=40%, vcores=60%\"";
  private static final Pattern PERCENTAGE = Pattern.compile("(\\d+(?:\\.\\d*)?)\\s*%");
  private static final Pattern PERCENTAGE_OF =
      Pattern.compile("(\\d+(?:\\.\\d*)?)\\s*%\\s*(memory|cpu)");
  private static final Pattern AMOUNT_OF =
      Pattern.compile("(\\d{1,18})(?:\\.\\d*)?\\s*(mb|vcores)\\w*");
  private static final Pattern BETWEEN = Pattern.compile("\\s*,\\s*|(?<=[a-z])\\s+(?=\\d)");

  ResourceText {
    named = Map.copyOf(named);
  }

  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException whose message says what was expected
   */
  static ResourceText parse(String text) {
    if (text.contains("=")) {
      return byName(text);
    }
    if (PERCENTAGE.matcher(text).matches()) {
      return new ResourceText(true, Map.of(), percentage(text));
    }
    boolean isPercentage = text.contains("%");
    Map<String, BigDecimal> named = new LinkedHashMap<>();
    for (String part : BETWEEN.split(text.toLowerCase(Locale.ROOT), -1)) {
      Matcher matcher = (isPercentage ? PERCENTAGE_OF : AMOUNT_OF).matcher(part);
      if (!matcher.matches()) {
        throw new IllegalArgumentException(FORMS);
      }
      boolean isMemory = List.of("memory", "mb").contains(matcher.group(2));
      named.put(isMemory ? MEMORY : VCORES, new BigDecimal(matcher.group(1)));
    }
    if (named.size() != 2) {
      throw new IllegalArgumentException(FORMS);
    }
    // FairScheduler sets the types that this form cannot name to zero.
    return new ResourceText(isPercentage, named, BigDecimal.ZERO);
  }

  private static ResourceText byName(String text) {
    boolean isPercentage = text.contains("%");
    Map<String, BigDecimal> named = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      String[] sides = part.split("=", -1);
      String type = sides[0].trim();
      if (sides.length != 2 || !type.matches("[\\w./-]+")) {
        throw new IllegalArgumentException(FORMS);
      }
      if (type.equals("memory")) {
        throw new IllegalArgumentException(FORMS + " (the type is called memory-mb)");
      }
      String number = sides[1].trim();
      if (named.put(type, isPercentage ? percentage(number) : amount(number)) != null) {
        throw new IllegalArgumentException(FORMS + " (" + type + " is named more than once)");
      }
    }
    return new ResourceText(isPercentage, named, null);
  }

  private static BigDecimal percentage(String text) {
    Matcher matcher = PERCENTAGE.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(FORMS + " (all percentages or none)");
    }
    return new BigDecimal(matcher.group(1));
  }

  private static BigDecimal amount(String text) {
    if (!text.matches("\\d{1,18}")) {
      throw new IllegalArgumentException(FORMS + " (an amount is a whole number without a unit)");
    }
    return new BigDecimal(text);
  }

  /** Whether it gives every type nothing. */
  boolean isZero() {
    return (others == null || others.signum() == 0)
        && named.values().stream().allMatch(number -> number.signum() == 0);
  }

  /** The number of a type; null if the type is not limited. */
  @Nullable BigDecimal of(String type) {
    return named.getOrDefault(type, others);
  }

  /**
   * The types for which it says something, memory and vcores first.
   *
   * @param extended all other types that the file names
   */
  List<String> types(Iterable<String> extended) {
    List<String> types = new ArrayList<>(List.of(MEMORY, VCORES));
    extended.forEach(types::add);
    types.removeIf(type -> of(type) == null);
    return types;
  }

  /**
   * These amounts, but for no type less than another's: FairScheduler raises a maximum to the
   * minimum of its queue.
   */
  ResourceText atLeast(ResourceText minimum) {
    if (isPercentage || minimum.isPercentage) {
      return this;
    }
    Map<String, BigDecimal> raised = new LinkedHashMap<>(named);
    raised.replaceAll((type, amount) -> amount.max(minimum.orZero(type)));
    if (others != null) {
      minimum.named.forEach(raised::putIfAbsent);
    }
    return new ResourceText(false, raised, others);
  }

  private BigDecimal orZero(String type) {
    return named.getOrDefault(type, BigDecimal.ZERO);
  }
}
