// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.attacks;

/**
 * A way in which one user makes the scheduler work.
 *
 * @param name what is attacked with, as the table says it
 * @param begin runs once
 * @param round runs before the heartbeats of each round
 */
record Attack(String name, Step begin, Step round) {
  private static final Step NOTHING = cluster -> {};

  /** What the attacker does. */
  interface Step {
    void on(AttackedCluster cluster) throws Exception;
  }

  /** An attack that goes on by itself. */
  static Attack once(String name, Step begin) {
    return new Attack(name, begin, NOTHING);
  }

  /** With which attacks are compared: one application that always wants more. */
  static Attack none() {
    return once("none", cluster -> cluster.askAnywhere(cluster.submit(), 1, 1, 1_000_000));
  }
}
