// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rm;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The size of a simulated cluster; written {@code depth-2/64x10@1000}, {@code depth-2/64x10x5@1000}
 * with ten users in each leaf queue and five applications of each, or {@code depth-2/64x10@1000:4}
 * with four partitions.
 *
 * @param depth levels of queues below the root, all of about the same fan-out; 1 is flat
 * @param leafQueues how many leaf queues
 * @param users among how many users the share of each leaf queue is divided; 0: it is not
 * @param applications how many applications run in each leaf queue, or of each user there
 * @param nodes how many nodes
 * @param partitions how many partitions the nodes are in, that of the nodes without a label among
 *     them
 */
public record ClusterCell(
    int depth, int leafQueues, int users, int applications, int nodes, int partitions) {
  private static final Pattern SYNTAX =
      Pattern.compile(
          "(?:flat|depth-([1-9]))/(\\d{1,6})(?:x([1-9]\\d{0,5}))?x(\\d{1,6})@(\\d{1,6})(?::([1-9]))?");

  public ClusterCell {
    if (depth < 1
        || users < 0
        || leafQueues < 1
        || applications < 1
        || nodes < 1
        || partitions < 1) {
      throw new IllegalArgumentException("a cell counts from 1");
    }
  }

  /**
   * Reads a cell.
   *
   * @throws IllegalArgumentException if it is not written like one
   */
  public static ClusterCell parse(String text) {
    Matcher matcher = SYNTAX.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "': expected such as flat/256x1@200, depth-2/64x10x5@1000 or depth-2/64x10@1000:4,"
              + " that is leaf queues x users in each x applications in each or of each"
              + " @ nodes : partitions");
    }
    int depth = matcher.group(1) == null ? 1 : Integer.parseInt(matcher.group(1));
    return new ClusterCell(
        depth,
        Integer.parseInt(matcher.group(2)),
        matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3)),
        Integer.parseInt(matcher.group(4)),
        Integer.parseInt(matcher.group(5)),
        matcher.group(6) == null ? 1 : Integer.parseInt(matcher.group(6)));
  }

  /** Returns the same with another size in one dimension. */
  ClusterCell with(Dimension dimension, int size) {
    return switch (dimension) {
      case LEAF_QUEUES -> new ClusterCell(depth, size, users, applications, nodes, partitions);
      case APPLICATIONS -> new ClusterCell(depth, leafQueues, users, size, nodes, partitions);
      case NODES -> new ClusterCell(depth, leafQueues, users, applications, size, partitions);
    };
  }

  /** Returns how many applications run in each leaf queue. */
  public int applicationsOfQueue() {
    return Math.max(1, users) * applications;
  }

  /** Returns the size in one dimension. */
  int size(Dimension dimension) {
    return switch (dimension) {
      case LEAF_QUEUES -> leafQueues;
      case APPLICATIONS -> applications;
      case NODES -> nodes;
    };
  }

  @Override
  public String toString() {
    String shape = depth == 1 ? "flat" : "depth-" + depth;
    String each = users == 0 ? "" : users + "x";
    String cell = "%s/%dx%s%d@%d".formatted(shape, leafQueues, each, applications, nodes);
    return partitions == 1 ? cell : cell + ":" + partitions;
  }

  /** The dimensions in which cells differ. */
  enum Dimension {
    LEAF_QUEUES("leaf queues"),
    APPLICATIONS("applications per leaf queue"),
    NODES("nodes");

    private final String label;

    Dimension(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }
}
