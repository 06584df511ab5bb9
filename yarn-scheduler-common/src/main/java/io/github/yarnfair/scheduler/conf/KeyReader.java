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
package io.github.yarnfair.scheduler.conf;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** Reads single keys of a Hadoop configuration, and knows which file each came from. */
final class KeyReader {
  static final String PREFIX = "yarn.scheduler.capacity.";

  private final Configuration conf;
  private final String fileName;

  /**
   * @param conf not changed by anybody from now on
   * @param fileName where a key that is not set was expected
   */
  KeyReader(Configuration conf, String fileName) {
    this.conf = conf;
    this.fileName = fileName;
  }

  static String queueKey(String path, String property) {
    return PREFIX + path + "." + property;
  }

  /** All keys that are set, in alphabetical order. */
  Iterable<String> all() {
    TreeSet<String> keys = new TreeSet<>();
    for (Map.Entry<String, String> entry : conf) {
      keys.add(entry.getKey());
    }
    return keys;
  }

  /** The value as it is written, blanks included; null if not set. */
  @Nullable String raw(String key) {
    return conf.get(key);
  }

  /** The value without surrounding blanks; null if not set. */
  @Nullable String trimmed(String key) {
    String value = conf.get(key);
    return value == null ? null : value.trim();
  }

  /** The parts of a comma-separated value as CapacityScheduler splits it, without blanks around. */
  List<String> list(String key) {
    String[] parts = conf.getStrings(key);
    return parts == null ? List.of() : List.of(parts).stream().map(String::trim).toList();
  }

  int integer(String key, int byDefault, int minimum, Findings findings) {
    try {
      int value = conf.getInt(key, byDefault);
      if (value >= minimum) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below, with everything else that is wrong.
    }
    findings.refuse(key, "a whole number from " + minimum + " up");
    return byDefault;
  }

  /** A part of something, such as 0.1; more than the whole is no mistake. */
  double fraction(String key, double byDefault, Findings findings) {
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

  boolean bool(String key, boolean byDefault, Findings findings) {
    String value = trimmed(key);
    if (value == null) {
      return byDefault;
    }
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> {
        findings.refuse(key, "true or false");
        yield byDefault;
      }
    };
  }

  /** The key as messages name it. */
  ConfiguredKey named(String key) {
    return new ConfiguredKey(conf, key, fileName);
  }

  /** The file that the key's value came from; where it was expected if it is not set. */
  String sourceOf(String key) {
    return named(key).source();
  }
}
