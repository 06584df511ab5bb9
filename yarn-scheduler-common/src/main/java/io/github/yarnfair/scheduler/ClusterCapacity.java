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

import io.github.yarnfair.scheduler.model.ClusterNode;
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

  private final SharedState state;
  private final QueueService queues;
  private long lastAsked;

  ClusterCapacity(SharedState state, QueueService queues) {
    this.state = state;
    this.queues = queues;
  }

  /**
   * Takes in a node that has registered.
   *
   * @param total what the registered nodes have now
   */
  void added(ClusterNode node, Resource total) {
    boolean isFirst = state.shapes().isEmpty();
    boolean isNew = state.shapes().add(state.vectors().of(node.getTotalResource()));
    follow(total);
    if (isFirst) {
      askAll();
    } else if (isNew) {
      askThoseTold();
    }
  }

  /** Takes in that a node has gone. */
  void removed(ClusterNode node, Resource total) {
    long[] former = state.vectors().of(node.getTotalResource());
    state.shapes().remove(former);
    follow(total);
    if (!state.shapes().canHold(former)) {
      askAll();
    }
  }

  /** Takes in that a node has more or less than before. */
  void resized(Resource before, ClusterNode node, Resource total) {
    long[] former = state.vectors().of(before);
    state.shapes().remove(former);
    state.shapes().add(state.vectors().of(node.getTotalResource()));
    follow(total);
    state.reservations().recheck(node);
    if (state.shapes().canHold(former)) {
      askThoseTold();
    } else {
      askAll();
    }
  }

  /** Forgets an application that is gone. */
  void forget(ApplicationId application) {
    state.feasibility().forget(application);
  }

  /** Lets shares, weights and limits be measured by what is registered, if it is time to. */
  void settleIfDue() {
    if (queues.tree().measureIfDue()) {
      limitsChanged();
    }
  }

  /** Lets shares, weights and limits be measured by what is registered now. */
  void settle() {
    if (queues.tree().measure()) {
      limitsChanged();
    }
  }

  private void follow(Resource total) {
    queues.tree().register(total);
    settleIfDue();
  }

  private void limitsChanged() {
    state.reservations().recheck();
    askThoseTold();
    askThoseWaiting();
  }

  /** Checks again every attempt whose master waits: it may fit now. */
  void askThoseWaiting() {
    state.inbox().askThoseWaiting(queues.tree().root());
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
      state.feasibility().tellAgain();
    }
  }

  /** What could be served before may have become impossible. */
  private void askAll() {
    queues.tree().root().attempts().forEach(state.inbox()::changed);
  }

  /** What could not be served before may have become possible. */
  private void askThoseTold() {
    state.feasibility().forEachTold(state.inbox()::changed);
  }
}
