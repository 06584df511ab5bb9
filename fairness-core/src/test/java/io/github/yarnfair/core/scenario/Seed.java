// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.scenario;

import java.util.Random;

/** The seed of a random test: printed, and overridden by {@code -Dyarnfair.seed=...}. */
public final class Seed {
  private static final String PROPERTY = "yarnfair.seed";

  private Seed() {}

  /** Prints and returns the seed for a test. */
  public static long of(String test, long usual) {
    long seed = Long.getLong(PROPERTY, usual);
    System.out.println(test + ": -D" + PROPERTY + "=" + seed);
    return seed;
  }

  /** Returns the generator for one of a test's many rounds, which can so be repeated alone. */
  public static Random random(long seed, int round) {
    return new Random(seed * 1_000_003L + round);
  }
}
