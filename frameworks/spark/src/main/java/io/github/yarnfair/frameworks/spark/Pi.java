// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.frameworks.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Estimates π by random points, in tasks that wait until a file exists: until then executors are
 * held, and can be counted.
 */
public final class Pi {
  private static final int POINTS_PER_TASK = 100_000;
  private static final int POLL_MS = 100;

  private Pi() {}

  /**
   * Runs the job.
   *
   * @param arguments number of tasks; file that the tasks wait for; file to write the estimate to
   */
  public static void main(String[] arguments) throws IOException {
    int tasks = Integer.parseInt(arguments[0]);
    String gate = arguments[1];
    List<Integer> seeds = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      seeds.add(i);
    }
    try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("pi"))) {
      long inside =
          spark
              .parallelize(seeds, tasks)
              .map(seed -> pointsInCircle(seed, Path.of(gate)))
              .reduce(Long::sum);
      double pi = 4.0 * inside / ((double) tasks * POINTS_PER_TASK);
      Files.writeString(Path.of(arguments[2]), Double.toString(pi));
    }
  }

  private static long pointsInCircle(int seed, Path gate) throws InterruptedException {
    while (!Files.exists(gate)) {
      Thread.sleep(POLL_MS);
    }
    SplittableRandom random = new SplittableRandom(seed);
    long inside = 0;
    for (int i = 0; i < POINTS_PER_TASK; i++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      inside += x * x + y * y < 1.0 ? 1 : 0;
    }
    return inside;
  }
}
