// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How files are read.
 *
 * @param queueOf which queue a job is for; null: as is usual for the format
 * @param createQueues whether queues that are not there are created, with weight 1
 * @param numbers by name, those that are not as in {@link #DEFAULTS}
 * @param anyHost whether tasks may name hosts that are no nodes
 * @param anyClass whether the machine classes that tasks name are left out
 */
public record ReadOptions(
    @Nullable QueueRule queueOf,
    boolean createQueues,
    Map<String, Long> numbers,
    boolean anyHost,
    boolean anyClass) {
  /**
   * What is not in the files: sizes of blocks and rates of SWIM's jobs, and what tasks need where a
   * format does not say.
   */
  public static final Map<String, Long> DEFAULTS = defaults();

  public ReadOptions {
    for (Map.Entry<String, Long> number : numbers.entrySet()) {
      if (!DEFAULTS.containsKey(number.getKey())) {
        throw new IllegalArgumentException(
            "\"" + number.getKey() + "\": expected one of " + DEFAULTS.keySet());
      }
      if (number.getValue() < 1) {
        throw new IllegalArgumentException(
            number.getKey() + "=" + number.getValue() + ": expected at least 1");
      }
    }
    numbers = Map.copyOf(numbers);
  }

  private static Map<String, Long> defaults() {
    Map<String, Long> defaults = new LinkedHashMap<>();
    defaults.put("map-mb", 128L);
    defaults.put("reduce-mb", 1024L);
    defaults.put("mb-per-second", 50L);
    defaults.put("start-ms", 2000L);
    defaults.put("map-memory-mb", 1024L);
    defaults.put("reduce-memory-mb", 3072L);
    defaults.put("task-memory-mb", 1024L);
    defaults.put("task-vcores", 1L);
    return defaults;
  }

  /** Returns a number. */
  long number(String name) {
    Long own = numbers.get(name);
    return own == null ? DEFAULTS.getOrDefault(name, 0L) : own;
  }

  /** Returns the queue that a line of columns names: by its own column, or the one of the rule. */
  String queue(CsvTable.Row row, String usual) throws InputException {
    return queueOf != null && queueOf.kind() == QueueRule.Kind.COLUMN
        ? row.text(queueOf.argument())
        : row.optional(usual);
  }
}
