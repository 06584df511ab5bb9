// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Limits of the cost of decisions, for the regression gate. A file of properties, such as
 *
 * <pre>
 *   hdrf.flat/256x1@200.floors = 6.5
 *   hdrf.flat/256x1@200.kB = 60
 * </pre>
 *
 * that is a scheduler, a cell, and CPU time in multiples of the floor's or kB allocated.
 */
final class Limits {
  private static final String FLOORS = "floors";
  private static final String KILOBYTES = "kB";

  private final Map<String, Limit> limits = new TreeMap<>();

  private Limits() {}

  /**
   * Reads the file.
   *
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if a line is not a limit
   */
  static Limits read(Path file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    Limits limits = new Limits();
    for (String key : properties.stringPropertyNames()) {
      limits.limits.put(key, Limit.parse(key, properties.getProperty(key)));
    }
    return limits;
  }

  /** Returns the schedulers to be measured, the floor first. */
  List<BenchScheduler> schedulers() {
    List<BenchScheduler> schedulers = new ArrayList<>(List.of(BenchScheduler.FLOOR));
    for (Limit limit : limits.values()) {
      BenchScheduler scheduler = BenchScheduler.named(limit.scheduler());
      if (!schedulers.contains(scheduler)) {
        schedulers.add(scheduler);
      }
    }
    return schedulers;
  }

  /** Returns the cells to be measured. */
  List<ClusterCell> cells() {
    return limits.values().stream().map(Limit::cell).distinct().toList();
  }

  /** Returns a sentence for each limit that is exceeded or was not measured. */
  List<String> violations(BenchResults results) {
    List<String> violations = new ArrayList<>();
    limits.forEach(
        (key, limit) -> {
          double measured = limit.measured(results);
          if (!(measured <= limit.most())) {
            violations.add(
                String.format(Locale.ROOT, "%s is %.2f, limit %.2f", key, measured, limit.most()));
          }
        });
    return violations;
  }

  private record Limit(String scheduler, ClusterCell cell, String figure, double most) {

    static Limit parse(String key, String value) {
      int first = key.indexOf('.');
      int last = key.lastIndexOf('.');
      String figure = key.substring(last + 1);
      if (first == last || !(figure.equals(FLOORS) || figure.equals(KILOBYTES))) {
        throw new IllegalArgumentException(
            key + ": expected <scheduler>.<cell>.floors or <scheduler>.<cell>.kB");
      }
      try {
        return new Limit(
            key.substring(0, first),
            ClusterCell.parse(key.substring(first + 1, last)),
            figure,
            Double.parseDouble(value));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(key + " = " + value + ": expected a number", e);
      }
    }

    double measured(BenchResults results) {
      String name = cell.toString();
      return figure.equals(FLOORS)
          ? results.heartbeatFloors(scheduler, name)
          : results
              .figures(scheduler, name)
              .map(figures -> figures.heartbeatBytes() / 1e3)
              .orElse(Double.NaN);
    }
  }
}
