// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.capacity;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.util.UnitsConversionUtil;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;

/**
 * The syntax of a capacity and of a maximum capacity. Every method throws an {@link
 * IllegalArgumentException} whose message says what was expected.
 */
public final class CapacitySyntax {
  /** CapacityScheduler's own bound. */
  private static final double MAXIMUM_WEIGHT = 10_000;

  private static final Pattern NUMBER =
      Pattern.compile("(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d{1,3})?");
  private static final Pattern AMOUNT = Pattern.compile("(\\d+)\\s*([a-zA-Z]*)");
  private static final String VECTOR =
      "a vector such as [memory=4096,vcores=4] or [memory=50%,vcores=20%]";
  private static final String WEIGHT =
      "a weight such as 4w, a percentage from 0 to 100, or " + VECTOR;
  private static final String LIMIT = "a percentage from 0 to 100, -1 for no limit, or " + VECTOR;

  private CapacitySyntax() {}

  /** Reads {@code 4w}, {@code 40} or {@code [memory=4096,vcores=4]}. */
  public static QueueWeight weight(String text) {
    if (text.startsWith("[")) {
      CapacityVector vector = vector(text, WEIGHT);
      return vector.isAbsolute()
          ? new QueueWeight.Absolute(vector.amounts())
          : new QueueWeight.Mixed(vector.amounts(), vector.percentages(), vector.weights());
    }
    if (text.endsWith("w")) {
      String digits = text.substring(0, text.length() - 1).trim();
      return new QueueWeight.Weight(weight(digits, WEIGHT));
    }
    return new QueueWeight.Percentage(number(text, 100, WEIGHT));
  }

  /** Reads {@code 60}, {@code -1} or {@code [memory=4096,vcores=4]}. */
  public static QueueLimit limit(String text) {
    if (text.startsWith("[")) {
      CapacityVector vector = vector(text, LIMIT);
      if (!vector.weights().isEmpty()) {
        throw new IllegalArgumentException(LIMIT + " (a limit has no weights)");
      }
      QueueLimit.Absolute amounts = new QueueLimit.Absolute(vector.amounts());
      return vector.isAbsolute() ? amounts : new QueueLimit.Mixed(amounts, vector.percentages());
    }
    if (text.matches("-1(\\.0*)?")) {
      return QueueLimit.UNLIMITED;
    }
    return new QueueLimit.Percentage(number(text, 100, LIMIT));
  }

  private static double number(String text, double maximum, String expected) {
    if (NUMBER.matcher(text).matches()) {
      double number = Double.parseDouble(text);
      if (number <= maximum) {
        return number;
      }
    }
    throw new IllegalArgumentException(expected);
  }

  private static double weight(String digits, String expected) {
    return number(digits, MAXIMUM_WEIGHT, expected + " (a weight is a number from 0 to 10000)");
  }

  private static CapacityVector vector(String text, String expected) {
    if (!text.endsWith("]")) {
      throw new IllegalArgumentException(expected);
    }
    CapacityVector vector = new CapacityVector();
    Set<String> named = new HashSet<>();
    for (String part : text.substring(1, text.length() - 1).split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException(expected);
      }
      ResourceInformation type = resourceType(part.substring(0, equals).trim(), expected);
      if (!named.add(type.getName())) {
        throw new IllegalArgumentException(
            expected + " (" + type.getName() + " is named more than once)");
      }
      readComponent(type, part.substring(equals + 1).trim(), expected, vector);
    }
    return vector;
  }

  private static void readComponent(
      ResourceInformation type, String text, String expected, CapacityVector vector) {
    String number = text.isEmpty() ? "" : text.substring(0, text.length() - 1).trim();
    if (text.endsWith("%")) {
      vector.percentages().put(type.getName(), number(number, 100, expected));
    } else if (text.endsWith("w")) {
      vector.weights().put(type.getName(), weight(number, expected));
    } else {
      vector.amounts().add(amount(type, text, expected));
    }
  }

  /** The components of a vector, by their kind and the name of the resource type. */
  private record CapacityVector(
      List<ResourceAmount> amounts, Map<String, Double> percentages, Map<String, Double> weights) {
    CapacityVector() {
      this(new ArrayList<>(), new HashMap<>(), new HashMap<>());
    }

    boolean isAbsolute() {
      return percentages.isEmpty() && weights.isEmpty();
    }
  }

  private static ResourceInformation resourceType(String name, String expected) {
    Map<String, ResourceInformation> types = ResourceUtils.getResourceTypes();
    ResourceInformation type =
        types.get(name.equals("memory") ? ResourceInformation.MEMORY_URI : name);
    if (type == null) {
      TreeSet<String> known = new TreeSet<>(types.keySet());
      known.remove(ResourceInformation.MEMORY_URI);
      known.add("memory");
      throw new IllegalArgumentException(
          expected + " (unknown resource type \"" + name + "\", known are " + known + ")");
    }
    return type;
  }

  private static ResourceAmount amount(ResourceInformation type, String text, String expected) {
    Matcher matcher = AMOUNT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          expected + " (an amount is a whole number from 0 up, with a unit or without)");
    }
    String unit = matcher.group(2);
    if (!UnitsConversionUtil.KNOWN_UNITS.contains(unit)) {
      TreeSet<String> known = new TreeSet<>(UnitsConversionUtil.KNOWN_UNITS);
      known.remove("");
      throw new IllegalArgumentException(
          expected + " (unknown unit \"" + unit + "\", known are " + known + ")");
    }
    try {
      long number = Long.parseLong(matcher.group(1));
      // Without a unit the number is in the type's own; CapacityScheduler reads it so, too.
      long value =
          unit.isEmpty() ? number : UnitsConversionUtil.convert(unit, type.getUnits(), number);
      return new ResourceAmount(type.getName(), value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(expected + " (the amount is too large)", e);
    }
  }
}
