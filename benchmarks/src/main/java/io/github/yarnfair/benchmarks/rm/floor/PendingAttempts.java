// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm.floor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/** Attempts that want containers, by what one container takes: a random pick without a walk. */
final class PendingAttempts {
  private final Map<Resource, List<FloorAttempt>> bySize = new HashMap<>();
  private final SplittableRandom random = new SplittableRandom(1);

  /** Adds an attempt that is not there. */
  void add(FloorAttempt attempt, Resource size) {
    bySize.computeIfAbsent(size, unused -> new ArrayList<>()).add(attempt);
  }

  /**
   * Returns a random size that fits and that some attempt wants, each with the same chance, or
   * null.
   */
  @Nullable Resource anySize(Resource free) {
    Resource chosen = null;
    int seen = 0;
    for (Resource size : bySize.keySet()) {
      if (Resources.fitsIn(size, free) && random.nextInt(++seen) == 0) {
        chosen = size;
      }
    }
    return chosen;
  }

  /** Returns one of the attempts that want such a container, each with the same chance. */
  FloorAttempt any(Resource size) {
    List<FloorAttempt> attempts = of(size);
    return attempts.get(random.nextInt(attempts.size()));
  }

  /** Removes an attempt that is there. */
  void remove(FloorAttempt attempt, Resource size) {
    List<FloorAttempt> attempts = of(size);
    attempts.remove(attempt);
    if (attempts.isEmpty()) {
      bySize.remove(size);
    }
  }

  private List<FloorAttempt> of(Resource size) {
    List<FloorAttempt> attempts = bySize.get(size);
    if (attempts == null) {
      throw new IllegalArgumentException(size + ": expected the size of a pending request");
    }
    return attempts;
  }
}
