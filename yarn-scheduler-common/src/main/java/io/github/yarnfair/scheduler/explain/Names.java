// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.explain.answer.Level;
import io.github.yarnfair.scheduler.model.FairQueue;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.ApplicationId;

/**
 * The names of the share tree's nodes as shown to a caller, which may not be allowed to see each
 * application.
 */
final class Names {
  private final ShareView view;
  private final Predicate<ApplicationId> visible;

  Names(ShareView view, Predicate<ApplicationId> visible) {
    this.view = view;
    this.visible = visible;
  }

  String of(int node) {
    Object subject = view.subject(node);
    String queue = view.queueOf(node).getQueueName();
    if (subject instanceof ApplicationId id) {
      return of(id, queue);
    }
    return subject instanceof FairQueue
        ? "queue " + queue
        : "user %s of queue %s".formatted(LogText.of(subject), queue);
  }

  /** Returns an application's id, or just its queue if the caller may not see it. */
  String of(ApplicationId id, String queue) {
    return visible.test(id) ? id.toString() : "an application of queue " + queue;
  }

  /** Returns an application's id, or that it is another's. */
  String of(ApplicationId id) {
    Integer leaf = view.leaf(id);
    return of(id, leaf == null ? "unknown" : view.queueOf(leaf).getQueueName());
  }

  Level.Type type(int node) {
    Object subject = view.subject(node);
    if (subject instanceof ApplicationId) {
      return Level.Type.APPLICATION;
    }
    return subject instanceof FairQueue ? Level.Type.QUEUE : Level.Type.USER;
  }
}
