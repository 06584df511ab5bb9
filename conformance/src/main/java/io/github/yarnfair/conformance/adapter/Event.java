// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

import java.util.List;
import java.util.Map;

/** An input of an adapter. The README describes the JSON of each. */
public sealed interface Event {
  /** The number of tasks of an application that always has one more. */
  long ENDLESS = Long.MAX_VALUE;

  /** A new, empty cluster replaces the one before. */
  record Cluster(List<String> resources, List<Node> nodes, QueueTree queues) implements Event {}

  /** An application asks for equal tasks. */
  record Submit(String application, String queue, Map<String, Long> demand, long tasks)
      implements Event {}

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
