// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.NODE;

import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.api.records.AllocationTagNamespaceType;
import org.apache.hadoop.yarn.api.records.NodeAttributeOpCode;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint.AbstractConstraint;
import org.apache.hadoop.yarn.api.resource.PlacementConstraints;
import org.apache.hadoop.yarn.api.resource.PlacementConstraints.PlacementTargets;

/** A constraint on the node of a container, as YARN has it and as a plain rule to check that by. */
public interface NodeConstraint {
  /** The attribute of nodes that constraints name, with the prefix that the cluster gives it. */
  String ATTRIBUTE = "rm.yarn.io/model";

  AbstractConstraint build();

  /**
   * Returns whether the constraint holds on a node for a container that is about to start there.
   */
  boolean holds(Node node);

  /** What a constraint may ask of a node. */
  interface Node {
    /** Returns how many containers with a tag run there, of the applications of a namespace. */
    long count(AllocationTagNamespaceType namespace, String tag);

    /** Returns the value of {@link #ATTRIBUTE}, or "" if the node has none. */
    String attribute();
  }

  /** At least and at most so many containers with each of the tags. */
  record Tags(AllocationTagNamespaceType namespace, List<String> tags, int min, int max)
      implements NodeConstraint {
    @Override
    public AbstractConstraint build() {
      String[] names = tags.toArray(String[]::new);
      if (min == 1 && max == Integer.MAX_VALUE) {
        return PlacementConstraints.targetIn(
            NODE, PlacementTargets.allocationTagWithNamespace(namespace.toString(), names));
      }
      if (min == 0 && max == 0) {
        return PlacementConstraints.targetNotIn(
            NODE, PlacementTargets.allocationTagWithNamespace(namespace.toString(), names));
      }
      return PlacementConstraints.cardinality(NODE, namespace.toString(), min, max, names);
    }

    @Override
    public boolean holds(Node node) {
      return tags.stream()
          .mapToLong(tag -> node.count(namespace, tag))
          .allMatch(count -> min <= count && count <= max);
    }
  }

  /** Whether the node's attribute has a value. */
  record Attribute(String value, boolean equal) implements NodeConstraint {
    @Override
    public AbstractConstraint build() {
      return PlacementConstraints.targetNodeAttribute(
          NODE,
          equal ? NodeAttributeOpCode.EQ : NodeAttributeOpCode.NE,
          PlacementTargets.nodeAttribute(ATTRIBUTE, value));
    }

    @Override
    public boolean holds(Node node) {
      return node.attribute().equals(value) == equal;
    }
  }

  /** All or any of several. */
  record Composite(boolean all, List<NodeConstraint> children) implements NodeConstraint {
    @Override
    public AbstractConstraint build() {
      AbstractConstraint[] built =
          children.stream().map(NodeConstraint::build).toArray(AbstractConstraint[]::new);
      return all ? PlacementConstraints.and(built) : PlacementConstraints.or(built);
    }

    @Override
    public boolean holds(Node node) {
      return all
          ? children.stream().allMatch(child -> child.holds(node))
          : children.stream().anyMatch(child -> child.holds(node));
    }
  }

  /**
   * Returns a constraint by chance.
   *
   * @param tags that it may name
   * @param values of the attribute that it may name
   * @param depth most levels of composites
   */
  static NodeConstraint random(Random random, List<String> tags, List<String> values, int depth) {
    int kind = random.nextInt(depth > 0 ? 8 : 6);
    if (kind == 5) {
      return new Attribute(oneOf(random, values), random.nextBoolean());
    }
    if (kind > 5) {
      return new Composite(
          kind == 6,
          IntStream.range(0, 2 + random.nextInt(2))
              .mapToObj(i -> random(random, tags, values, depth - 1))
              .toList());
    }
    AllocationTagNamespaceType namespace =
        oneOf(
            random,
            List.of(
                AllocationTagNamespaceType.SELF,
                AllocationTagNamespaceType.SELF,
                AllocationTagNamespaceType.NOT_SELF,
                AllocationTagNamespaceType.ALL));
    List<String> named =
        random.nextInt(4) == 0
            ? List.copyOf(new TreeSet<>(List.of(oneOf(random, tags), oneOf(random, tags))))
            : List.of(oneOf(random, tags));
    return switch (kind) {
      case 0, 1 -> new Tags(namespace, named, 0, 0);
      case 2 -> new Tags(namespace, named, 1, Integer.MAX_VALUE);
      default -> {
        int min = random.nextInt(2);
        yield new Tags(namespace, named, min, min + random.nextInt(3));
      }
    };
  }

  private static <T> T oneOf(Random random, List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
