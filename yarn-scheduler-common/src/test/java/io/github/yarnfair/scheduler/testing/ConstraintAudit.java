// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.AllocationTagNamespaceType;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.constraint.AllocationTagsManager;

/**
 * Checks at the start of each container that the constraint of its request holds then. It counts
 * the tags itself; YARN's own manager of tags, whose place it takes, counts them beside.
 */
public final class ConstraintAudit extends AllocationTagsManager {
  private final SchedulerFixture cluster;

  /** By a tag that no other request has. */
  private final Map<String, NodeConstraint> byRequest = new HashMap<>();

  private final Map<NodeId, Map<ApplicationId, Map<String, Long>>> counts = new HashMap<>();
  private final List<String> violations = new ArrayList<>();
  private int checked;

  /** Takes the place of the manager of tags of a cluster in which nothing runs. */
  public ConstraintAudit(SchedulerFixture cluster) {
    super(cluster.rm.getRMContext());
    this.cluster = cluster;
    cluster.rm.getRMContext().setAllocationTagsManager(this);
  }

  /** Returns the tags of containers of a new request with a constraint. */
  public synchronized Set<String> tags(String shared, NodeConstraint constraint) {
    String own = "request" + byRequest.size();
    byRequest.put(own, constraint);
    return Set.of(shared, own);
  }

  /** Returns what was violated. */
  public synchronized List<String> violations() {
    return List.copyOf(violations);
  }

  /** Returns how many containers were checked. */
  public synchronized int checked() {
    return checked;
  }

  @Override
  public synchronized void addContainer(NodeId node, ContainerId container, Set<String> tags) {
    // One that a node reports is not known yet; its constraint held when it started.
    if (tags != null && cluster.scheduler.getRMContainer(container) != null) {
      tags.stream()
          .filter(byRequest::containsKey)
          .forEach(tag -> check(node, container, byRequest.get(tag)));
    }
    super.addContainer(node, container, tags);
    count(node, container, tags, 1);
  }

  @Override
  public synchronized void removeContainer(NodeId node, ContainerId container, Set<String> tags) {
    super.removeContainer(node, container, tags);
    count(node, container, tags, -1);
  }

  private void count(NodeId node, ContainerId container, Set<String> tags, long change) {
    if (tags == null || tags.isEmpty()) {
      return;
    }
    Map<String, Long> here =
        counts
            .computeIfAbsent(node, any -> new HashMap<>())
            .computeIfAbsent(
                container.getApplicationAttemptId().getApplicationId(), any -> new HashMap<>());
    for (String tag : tags) {
      long now = here.merge(tag, change, Long::sum);
      if (now < 0) {
        violations.add("tag " + tag + " of " + container + " left " + node + " twice");
      }
    }
  }

  private void check(NodeId node, ContainerId container, NodeConstraint constraint) {
    checked++;
    ApplicationId app = container.getApplicationAttemptId().getApplicationId();
    if (!constraint.holds(new Counted(node, app))) {
      violations.add("%s started on %s against %s".formatted(container, node, constraint));
    }
  }

  private final class Counted implements NodeConstraint.Node {
    private final NodeId node;
    private final ApplicationId app;

    private Counted(NodeId node, ApplicationId app) {
      this.node = node;
      this.app = app;
    }

    @Override
    public long count(AllocationTagNamespaceType namespace, String tag) {
      return counts.getOrDefault(node, Map.of()).entrySet().stream()
          .filter(
              entry ->
                  switch (namespace) {
                    case SELF -> entry.getKey().equals(app);
                    // YARN does not count those of applications that have been forgotten.
                    case NOT_SELF ->
                        !entry.getKey().equals(app)
                            && cluster.rm.getRMContext().getRMApps().containsKey(entry.getKey());
                    default -> true;
                  })
          .mapToLong(entry -> entry.getValue().getOrDefault(tag, 0L))
          .sum();
    }

    @Override
    public String attribute() {
      SchedulerNode known = cluster.scheduler.getSchedulerNode(node);
      Set<NodeAttribute> attributes = known.getNodeAttributes();
      return attributes == null
          ? ""
          : attributes.stream().map(NodeAttribute::getAttributeValue).findFirst().orElse("");
    }
  }
}
