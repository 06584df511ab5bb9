// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.convert;

import org.jspecify.annotations.Nullable;

/**
 * A rule of FairScheduler's queuePlacementPolicy.
 *
 * @param name its name, {@code user} for {@code nestedUserQueue}
 * @param creates whether queues are created for it
 * @param parent the rule that finds the queue above; null if that is root
 * @param element which describes it
 */
record PlacementRule(
    String name, boolean creates, @Nullable PlacementRule parent, XmlElement element) {
  static final String SPECIFIED = "specified";
  static final String USER = "user";
  static final String PRIMARY_GROUP = "primaryGroup";
  static final String SECONDARY_GROUP = "secondaryGroupExistingQueue";
  static final String DEFAULT = "default";
  static final String REJECT = "reject";

  /** Whether no application gets past it. */
  boolean isTerminal() {
    boolean own =
        switch (name) {
          case REJECT -> true;
          case SPECIFIED, SECONDARY_GROUP -> false;
          default -> creates;
        };
    return own && (parent == null || parent.isTerminal());
  }
}
