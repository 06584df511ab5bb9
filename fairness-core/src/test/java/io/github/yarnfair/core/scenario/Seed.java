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
