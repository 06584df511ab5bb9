// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A small trace of the shape of openb with its models: nodes without GPUs, and of two models, of
 * which the rarer one is asked for by name.
 */
final class SyntheticClasses {
  private static final int[] ANY = {0, 1, 2};
  private static final int[] WITH_GPU = {1, 2};

  private SyntheticClasses() {}

  /** Draws a trace of 16 nodes and some pods; prints the seed. */
  static ClassTrace of(long seed, int pods) {
    System.out.println("synthetic trace of machine classes, seed " + seed);
    List<ClassTrace.Node> nodes = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      nodes.add(
          switch (i % 4) {
            case 0 -> new ClassTrace.Node(0, new long[] {262_144, 64_000, 0});
            case 1 -> new ClassTrace.Node(2, new long[] {131_072, 32_000, 2});
            default -> new ClassTrace.Node(1, new long[] {393_216, 96_000, 8});
          });
    }
    Random random = new Random(seed);
    List<ClassPod> drawn = new ArrayList<>();
    for (int i = 0; i < pods; i++) {
      String queue = List.of("LS", "BE").get(random.nextInt(2));
      long cpu = 2_000L * (1 + random.nextInt(4));
      int kind = random.nextInt(10);
      long gpus = kind < 3 ? 0 : 1;
      int[] classes = kind < 3 ? ANY : kind < 7 ? WITH_GPU : new int[] {kind == 7 ? 1 : 2};
      drawn.add(new ClassPod(queue, 0, new long[] {4_096, cpu, gpus}, classes, 0, 1));
    }
    return new ClassTrace(List.of("", "G2", "T4"), nodes, drawn);
  }
}
