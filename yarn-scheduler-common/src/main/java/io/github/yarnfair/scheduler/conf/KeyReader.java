// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.jspecify.annotations.Nullable;

/** Reads single keys of a Hadoop configuration, and knows which file each came from. */
public final class KeyReader {
  /** What CapacityScheduler's keys begin with. */
  public static final String PREFIX = "yarn.scheduler.capacity.";

  private final Configuration conf;
  private final String fileName;
  private final NavigableSet<String> all = new TreeSet<>();

  /**
   * Creates a reader.
   *
   * @param conf must not be changed afterwards
   * @param fileName where a key that is not set was expected
   */
  public KeyReader(Configuration conf, String fileName) {
    this.conf = conf;
    this.fileName = fileName;
    for (Map.Entry<String, String> entry : conf) {
      all.add(entry.getKey());
    }
  }

  /** Returns the full key of a queue's property. */
  public static String queueKey(String path, String property) {
    return PREFIX + path + "." + property;
  }

  /** Returns whether a value's variables can be replaced, which those in a circle cannot. */
  static boolean isResolvable(Configuration conf, String key) {
    try {
      conf.get(key);
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /** Refuses all values that cannot be read because of their variables; call before any other. */
  public void refuseUnresolvable(Findings findings) {
    for (String key : all()) {
      if ((key.startsWith("yarn.scheduler.") || key.startsWith(PreemptionSettings.PREFIX))
          && !isResolvable(conf, key)) {
        findings.refuse(key, "variables ${...} that are not in a circle, and at most 20 of them");
      }
    }
  }

  /** The cluster's maximum allocation, as {@code yarn-site.xml} has it. */
  public Resource maximumAllocation() {
    return ResourceUtils.fetchMaximumAllocationFromConfig(conf);
  }

  /** Returns a copy of all keys and values. */
  public Configuration configuration() {
    return new Configuration(conf);
  }

  /** All keys that are set, in alphabetical order. */
  public Iterable<String> all() {
    return Collections.unmodifiableSet(all);
  }

  /** The keys that are set and begin with a prefix, in alphabetical order. */
  public List<String> startingWith(String prefix) {
    return all.tailSet(prefix).stream().takeWhile(key -> key.startsWith(prefix)).toList();
  }

  /** The value as it is written, blanks included; null if not set. */
  public @Nullable String raw(String key) {
    return conf.get(key);
  }

  /** The value without surrounding blanks; null if not set. */
  public @Nullable String trimmed(String key) {
    String value = conf.get(key);
    return value == null ? null : value.trim();
  }

  /** The parts of a comma-separated value as CapacityScheduler splits it, without blanks around. */
  public List<String> list(String key) {
    String[] parts = conf.getStrings(key);
    return parts == null ? List.of() : List.of(parts).stream().map(String::trim).toList();
  }

  /** The parts of a comma-separated value that are not blank, without blanks around. */
  public List<String> parts(String key) {
    return list(key).stream().filter(part -> !part.isEmpty()).toList();
  }

  /** Returns a whole number; one that is malformed or below the minimum is refused. */
  public int integer(String key, int byDefault, int minimum, Findings findings) {
    try {
      int value = conf.getInt(key, byDefault);
      if (value >= minimum) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below, with everything else that is wrong.
    }
    String least = minimum == Integer.MIN_VALUE ? "" : " from " + minimum + " up";
    findings.refuse(key, "a whole number" + least);
    return byDefault;
  }

  /** A whole number of 64 bits, which may be below 0. */
  public long wholeNumber(String key, long byDefault, Findings findings) {
    try {
      return conf.getLong(key, byDefault);
    } catch (NumberFormatException e) {
      findings.refuse(key, "a whole number");
      return byDefault;
    }
  }

  /** A number that may be below 0. */
  public double number(String key, double byDefault, Findings findings) {
    try {
      double value = conf.getDouble(key, byDefault);
      if (Math.abs(value) <= Double.MAX_VALUE) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below, with everything else that is wrong.
    }
    findings.refuse(key, "a number");
    return byDefault;
  }

  /** A part of something, such as 0.1; more than the whole is no mistake. */
  public double fraction(String key, double byDefault, Findings findings) {
    try {
      double value = conf.getDouble(key, byDefault);
      if (value >= 0 && value <= Double.MAX_VALUE) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below, with everything else that is wrong.
    }
    findings.refuse(key, "a number from 0 up, such as 0.1 for a tenth");
    return byDefault;
  }

  /**
   * A whole number that no start fails for: a malformed one is replaced by the default.
   *
   * @param ifBelow replaces what is below the minimum
   */
  int lenientInteger(String key, int byDefault, int minimum, int ifBelow, Findings findings) {
    String expected = "a whole number from " + minimum + " up";
    try {
      long value = conf.getLong(key, byDefault);
      if (value < minimum) {
        findings.replace(key, expected, ifBelow + " applies");
        return ifBelow;
      }
      return (int) Math.min(value, Integer.MAX_VALUE);
    } catch (NumberFormatException e) {
      findings.replace(key, expected, byDefault + " applies, the default");
      return byDefault;
    }
  }

  /** A part of something that no start fails for; one below 0 is replaced by 0. */
  double lenientFraction(String key, double byDefault, Findings findings) {
    String expected = "a number from 0 up, such as 0.1 for a tenth";
    try {
      double value = conf.getDouble(key, byDefault);
      if (value < 0) {
        findings.replace(key, expected, "0 applies");
        return 0;
      } else if (value <= Double.MAX_VALUE) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Replaced below, as what is no number or infinite.
    }
    findings.replace(key, expected, byDefault + " applies, the default");
    return byDefault;
  }

  /** Returns a boolean; anything but true and false is replaced by the default. */
  public boolean bool(String key, boolean byDefault, Findings findings) {
    String value = trimmed(key);
    if (value == null) {
      return byDefault;
    }
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> {
        // Hadoop's Configuration reads it so, too.
        findings.replace(key, "true or false", byDefault + " applies, the default");
        yield byDefault;
      }
    };
  }

  /** The key as messages name it. */
  ConfiguredKey named(String key) {
    return new ConfiguredKey(conf, key, fileName);
  }

  /** The file that the key's value came from; where it was expected if it is not set. */
  public String sourceOf(String key) {
    return named(key).source();
  }
}
