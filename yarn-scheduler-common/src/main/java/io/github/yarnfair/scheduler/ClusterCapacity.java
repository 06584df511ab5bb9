/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.scheduler;

import io.github.yarnfair.scheduler.demand.DemandInbox;
import io.github.yarnfair.scheduler.demand.FeasibilityCheck;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.model.Reservations;
import io.github.yarnfair.scheduler.resource.NodeShapes;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Resource;

/**
 * What the registered nodes come to, and who has to know when that changes: the queues,
 * reservations and applications that have asked for what no node can hold. What a node costs that
 * comes or goes depends on neither the number of queues nor that of applications, but for the first
 * node and for one that leaves no other as large behind. Under the scheduler's write lock.
 */
final class ClusterCapacity {
  private static final long ASK_EVERY_MILLIS = 1000;

  private final NodeShapes shapes;
  private final ResourceVectors vectors;
  private final FeasibilityCheck feasibility;
  private final DemandInbox inbox;
  private final Reservations reservations;
  private final Supplier<QueueTree> queues;
  private long lastAsked;

  /**
   * @param queues returns the queues in force
   */
  ClusterCapacity(
      NodeShapes shapes,
      ResourceVectors vectors,
      FeasibilityCheck feasibility,
      DemandInbox inbox,
      Reservations reservations,
      Supplier<QueueTree> queues) {
    this.shapes = shapes;
    this.vectors = vectors;
    this.feasibility = feasibility;
    this.inbox = inbox;
    this.reservations = reservations;
    this.queues = queues;
  }

  /** Returns what kinds of nodes are registered. */
  NodeShapes shapes() {
    return shapes;
  }

  /**
   * Takes in a node that has registered.
   *
   * @param total what the registered nodes have now
   */
  void added(ClusterNode node, Resource total) {
    boolean isFirst = shapes.isEmpty();
    boolean isNew = shapes.add(vectors.of(node.getTotalResource()));
    follow(total);
    if (isFirst) {
      askAll();
    } else if (isNew) {
      askThoseTold();
    }
  }

  /** Takes in that a node has gone. */
  void removed(ClusterNode node, Resource total) {
    long[] former = vectors.of(node.getTotalResource());
    shapes.remove(former);
    follow(total);
    if (!shapes.canHold(former)) {
      askAll();
    }
  }

  /** Takes in that a node has more or less than before. */
  void resized(Resource before, ClusterNode node, Resource total) {
    long[] former = vectors.of(before);
    shapes.remove(former);
    shapes.add(vectors.of(node.getTotalResource()));
    follow(total);
    reservations.recheck(node);
    if (shapes.canHold(former)) {
      askThoseTold();
    } else {
      askAll();
    }
  }

  /** Forgets an application that is gone. */
  void forget(ApplicationId application) {
    feasibility.forget(application);
  }

  /** Lets shares, weights and limits be measured by what is registered, if it is time to. */
  void settleIfDue() {
    if (queues.get().measureIfDue()) {
      limitsChanged();
    }
  }

  /** Lets shares, weights and limits be measured by what is registered now. */
  void settle() {
    if (queues.get().measure()) {
      limitsChanged();
    }
  }

  private void follow(Resource total) {
    queues.get().register(total);
    settleIfDue();
  }

  private void limitsChanged() {
    reservations.recheck();
    askThoseTold();
    askThoseWaiting();
  }

  /** Whoever waits for a master to be placed may find room now. */
  void askThoseWaiting() {
    inbox.askThoseWaiting(queues.get().root());
  }

  /**
   * Asks those waiting once a second: room may also come with time, and with what other queues
   * hold.
   *
   * @param now in milliseconds
   */
  void askThoseWaitingIfDue(long now) {
    if (now - lastAsked >= ASK_EVERY_MILLIS || now < lastAsked) {
      lastAsked = now;
      askThoseWaiting();
      feasibility.tellAgain();
    }
  }

  /** What could be served before may have become impossible. */
  private void askAll() {
    queues.get().root().attempts().forEach(inbox::changed);
  }

  /** What could not be served before may have become possible. */
  private void askThoseTold() {
    feasibility.forEachTold(inbox::changed);
  }
}
