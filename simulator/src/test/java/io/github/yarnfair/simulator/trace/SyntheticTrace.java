// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A small trace of the shape of openb: nodes of eight, two and no GPUs, most pods with one GPU and
 * more CPUs than a GPU's part of the node, some with none, few with several.
 */
public final class SyntheticTrace {
  private SyntheticTrace() {}

  /** Draws a trace of 48 nodes and some pods; prints the seed. */
  public static ClusterTrace of(long seed, int pods) {
    System.out.println("synthetic trace, seed " + seed);
    List<long[]> nodes = new ArrayList<>();
    for (int i = 0; i < 48; i++) {
      nodes.add(
          switch (i % 4) {
            case 0 -> new long[] {262_144, 64_000, 0};
            case 1 -> new long[] {524_288, 104_000, 2};
            default -> new long[] {393_216, 96_000, 8};
          });
    }
    Random random = new Random(seed);
    List<TracePod> drawn = new ArrayList<>();
    long now = 0;
    for (int i = 0; i < pods; i++) {
      now += random.nextInt(60_000);
      String queue = List.of("LS", "BE", "Burstable").get(random.nextInt(3));
      drawn.add(new TracePod(queue, demand(random), now, 1_000L * (1 + random.nextInt(1_200))));
    }
    return new ClusterTrace(nodes, drawn);
  }

  private static long[] demand(Random random) {
    return switch (random.nextInt(20)) {
      case 0 -> new long[] {262_144, 64_000, 8};
      case 1 -> new long[] {98_304, 32_000, 2};
      case 2, 3, 4 -> new long[] {49_152, 16_000, 0};
      case 5, 6, 7, 8, 9, 10 -> new long[] {5_600, 3_152, 1};
      case 11, 12 -> new long[] {64_512, 18_708, 1};
      default -> new long[] {49_152, 11_300, 1};
    };
  }
}
