// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** An input of an adapter. The README describes the JSON of each. */
public sealed interface Event {
  /** The number of tasks of an application that always has one more. */
  long ENDLESS = Long.MAX_VALUE;

  /**
   * A new, empty cluster replaces the one before.
   *
   * @param needs what the case needs of the adapter
   */
  record Cluster(List<String> resources, List<Node> nodes, QueueTree queues, Set<Need> needs)
      implements Event {
    /** A cluster that needs nothing. */
    public Cluster(List<String> resources, List<Node> nodes, QueueTree queues) {
      this(resources, nodes, queues, Set.of());
    }

    /** Returns the labels that nodes have, each once, in the order of the nodes. */
    public List<String> labels() {
      return nodes.stream().map(Node::label).filter(label -> !label.isEmpty()).distinct().toList();
    }

    /** Returns the same cluster for a case that needs something. */
    public Cluster needing(Set<Need> needed) {
      return new Cluster(resources, nodes, queues, needed);
    }
  }

  /**
   * An application asks for equal tasks.
   *
   * @param label of the nodes on which its tasks run; empty: those without a label
   * @param gang number of first tasks that start together or not at all, later ones start singly;
   *     0: all start singly
   */
  record Submit(
      String application,
      String queue,
      Map<String, Long> demand,
      long tasks,
      String label,
      long gang)
      implements Event {
    /** An application whose tasks start singly on nodes without a label. */
    public Submit(String application, String queue, Map<String, Long> demand, long tasks) {
      this(application, queue, demand, tasks, "", 0);
    }

    /** Returns an equal application of another name. */
    public Submit named(String name) {
      return new Submit(name, queue, demand, tasks, label, gang);
    }
  }

  /**
   * One task of an application ends on a node.
   *
   * @param again whether the application asks for one more at the same moment
   */
  record End(String application, String node, boolean again) implements Event {}

  /** All tasks of an application end, and it asks for none any more. */
  record Leave(String application) implements Event {}

  /** A queue's weight changes. */
  record Weight(String queue, double weight) implements Event {}

  /** Tasks may start: until none that is pending fits what is free. */
  record Offer() implements Event {}
}
