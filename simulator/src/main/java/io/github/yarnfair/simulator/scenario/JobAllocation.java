// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import java.util.List;

/**
 * A case of users whose jobs need pairs of a machine class and a resource, by which ways to
 * allocate jobs can be compared.
 */
public sealed interface JobAllocation permits UdrfScenario {
  /** Returns the case's name. */
  String id();

  /** Returns a label for each job: its user and its name. */
  List<String> labels();

  /** Returns how many of each job run in the end. */
  List<Running> under(JobRule rule);

  /**
   * A job in the end.
   *
   * @param number how many of it run, a fraction if jobs are divisible
   * @param share its user's share, 0 to 1
   * @param asExpected false if the case expects another number of this rule
   */
  record Running(double number, double share, boolean asExpected) {}
}
