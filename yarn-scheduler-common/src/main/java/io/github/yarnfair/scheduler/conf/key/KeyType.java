// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.key;

import io.github.yarnfair.scheduler.conf.Findings;
import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.ParallelSettings;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * How the value of a key is read.
 *
 * @param <T> type of the value, immutable
 */
@FunctionalInterface
public interface KeyType<T> {
  /** Text without surrounding blanks: a parser reads it. */
  KeyType<String> TEXT =
      (keys, key, unlessSet, findings) -> Objects.requireNonNullElse(keys.trimmed(key), unlessSet);

  /** {@code true} or {@code false}; anything else is replaced by what applies unless it is set. */
  KeyType<Boolean> BOOLEAN = KeyReader::bool;

  /** A number from 0 up; others are refused. */
  KeyType<Double> FRACTION = KeyReader::fraction;

  /** A whole number of 64 bits. */
  KeyType<Long> LONG = KeyReader::wholeNumber;

  /** A number of applications that may run at a time. */
  KeyType<Integer> PARALLEL = ParallelSettings::most;

  /** A priority of applications; a negative one is kept, as by CapacityScheduler. */
  KeyType<Integer> PRIORITY =
      (keys, key, unlessSet, findings) -> {
        int priority = keys.integer(key, unlessSet, Integer.MIN_VALUE, findings);
        if (priority < 0) {
          findings.replace(
              key,
              "a whole number from 0 up",
              priority
                  + " applies: masters start after others', and shares are those of priority 0");
        }
        return priority;
      };

  /** A factor that limits users: from 0 up, {@link #NO_LIMIT}, or empty if it is not set. */
  KeyType<OptionalDouble> USER_FACTOR =
      (keys, key, unlessSet, findings) -> {
        if (keys.raw(key) == null) {
          return unlessSet;
        }
        double factor = keys.number(key, KeyType.NO_LIMIT, findings);
        if (factor < 0 && factor != KeyType.NO_LIMIT) {
          // CapacityScheduler starts, and then starts no container in the queue.
          findings.replace(key, "a number from 0 up, or -1 for no limit", "0 applies");
          return OptionalDouble.of(0);
        }
        return OptionalDouble.of(factor);
      };

  /** The factor that limits nothing. */
  double NO_LIMIT = -1;

  /** Returns the type of whole numbers from a minimum up; others are refused. */
  static KeyType<Integer> wholeFrom(int minimum) {
    return (keys, key, unlessSet, findings) -> keys.integer(key, unlessSet, minimum, findings);
  }

  /**
   * Reads a value; what is wrong with it is among the findings.
   *
   * @param key full name
   * @param unlessSet the value if the key is not set
   */
  T read(KeyReader keys, String key, T unlessSet, Findings findings);
}
