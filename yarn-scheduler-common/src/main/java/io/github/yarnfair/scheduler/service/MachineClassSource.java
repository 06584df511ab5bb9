// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.scheduler.conf.ShareSettings;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.MachineClasses.Kind;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.jspecify.annotations.Nullable;

/**
 * Where the machine classes come from: the node labels that the ResourceManager and its nodes have,
 * or else the values of the configured node attribute. What tells classes apart stays the same
 * until the ResourceManager is restarted.
 */
final class MachineClassSource {
  private final RMContext context;
  private final Kind kind;
  private final @Nullable String attribute;
  private final int types;

  MachineClassSource(RMContext context, Configuration conf, @Nullable String attribute, int types) {
    this.context = context;
    this.types = types;
    this.attribute = attribute;
    boolean hasLabels =
        YarnConfiguration.areNodeLabelsEnabled(conf) && context.getNodeLabelManager() != null;
    kind = hasLabels ? Kind.LABELS : attribute == null ? Kind.NONE : Kind.ATTRIBUTE;
  }

  /** Returns what tells the classes apart. */
  Kind kind() {
    return kind;
  }

  /** Returns whether a node attribute that was configured is the one in use. */
  boolean isInUse(ShareSettings settings) {
    return kind == Kind.LABELS
        || (attribute == null
            ? settings.attribute() == null
            : attribute.equals(settings.attribute()));
  }

  /** Returns the name of a node's class by its labels and attributes. */
  String classOf(ClusterNode node) {
    return switch (kind) {
      case NONE -> MachineClasses.DEFAULT;
      case LABELS -> node.getPartition();
      case ATTRIBUTE -> valueOf(node.getNodeAttributes());
    };
  }

  private String valueOf(@Nullable Collection<NodeAttribute> attributes) {
    for (NodeAttribute each : attributes == null ? List.<NodeAttribute>of() : attributes) {
      String name =
          each.getAttributeKey().getAttributePrefix()
              + "/"
              + each.getAttributeKey().getAttributeName();
      if (name.equals(attribute) && each.getAttributeValue() != null) {
        return each.getAttributeValue();
      }
    }
    return MachineClasses.DEFAULT;
  }

  /**
   * Returns the classes that are known now.
   *
   * @param ofNodes names of the classes of nodes, which the ResourceManager may not know any more
   */
  MachineClasses now(Collection<String> ofNodes, ShareSpace.Kind space) {
    Set<String> names = new HashSet<>(ofNodes);
    Set<String> shared = new HashSet<>();
    if (kind == Kind.LABELS) {
      for (NodeLabel label : context.getNodeLabelManager().getClusterNodeLabels()) {
        names.add(label.getName());
        if (!label.isExclusive()) {
          shared.add(label.getName());
        }
      }
    }
    return new MachineClasses(kind, names, shared, space, types);
  }
}
