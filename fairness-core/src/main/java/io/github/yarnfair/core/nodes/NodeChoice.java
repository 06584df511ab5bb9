// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The ways to choose the node for a task. */
public enum NodeChoice {
  /** The node that reports is the node: no score. */
  HEARTBEAT,

  /** {@link FirstFit}. */
  FIRST_FIT,

  /** {@link BestFit}. */
  BEST_FIT,

  /** {@link DotProduct}. */
  DOT_PRODUCT,

  /** {@link FragmentationGradient}. */
  FRAGMENTATION,

  /** {@link Spread}. */
  SPREAD;

  /**
   * Returns the choice of a name in the configuration.
   *
   * @throws IllegalArgumentException if there is none of that name; the message lists all names
   */
  public static NodeChoice of(String configured) {
    for (NodeChoice choice : values()) {
      if (choice.configured().equals(configured)) {
        return choice;
      }
    }
    throw new IllegalArgumentException("\"" + configured + "\": expected one of " + all());
  }

  /** Returns all names in the configuration, separated by commas. */
  public static String all() {
    return Arrays.stream(values()).map(NodeChoice::configured).collect(Collectors.joining(", "));
  }

  /** Returns the name in the configuration, such as {@code best-fit}. */
  public String configured() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns whether many nodes are compared by a score, which is so for all but heartbeat. */
  public boolean hasScore() {
    return this != HEARTBEAT;
  }

  /**
   * Returns a new score.
   *
   * @param resourceCount the number of resources of a task, a node and the cluster
   * @throws IllegalStateException for {@link #HEARTBEAT}, which has none
   */
  public NodeScore newScore(int resourceCount) {
    return switch (this) {
      case HEARTBEAT -> throw new IllegalStateException("heartbeat: nodes have no score");
      case FIRST_FIT -> new FirstFit();
      case BEST_FIT -> new BestFit(resourceCount);
      case DOT_PRODUCT -> new DotProduct(resourceCount);
      case FRAGMENTATION -> new FragmentationGradient(resourceCount);
      case SPREAD -> new Spread();
    };
  }
}
