// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.core.nodes.NodeChoice;
import java.util.List;

/** A case of users on servers, by which node choices can be compared. */
public sealed interface ServerAllocation permits DrfhScenario {
  /** Returns the case's name. */
  String id();

  /** Returns a label for each user: its number, and what one of its tasks needs. */
  List<String> labels();

  /**
   * Fills empty servers with whole tasks, each on the server that a score prefers.
   *
   * @param choice any but {@link NodeChoice#HEARTBEAT}, which has no score
   * @return what each user holds in the end
   * @throws IllegalStateException if the choice has no score
   */
  List<Held> under(NodeChoice choice);

  /** Fills each server by DRF that knows no other server; returns what each user holds. */
  List<Held> underDrfPerServer();

  /** Computes the exact DRFH allocation of divisible tasks; returns what each user holds. */
  List<Held> underExactDrfh();

  /**
   * What a user holds of all servers together.
   *
   * @param tasks how many of its tasks run, +∞ if they need nothing and never run out
   * @param dominantShare its share of the cluster, 0 to 1
   * @param asExpected false if the case expects another number
   */
  record Held(double tasks, double dominantShare, boolean asExpected) {}
}
