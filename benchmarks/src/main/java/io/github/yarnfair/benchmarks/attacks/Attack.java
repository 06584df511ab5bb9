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
