// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.admission;

import io.github.yarnfair.scheduler.conf.file.QueueFile;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.conf.queue.QueueOrigin;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.QueueTree;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * Whether a changed configuration may leave out queues in force: those that are stopped and have no
 * applications, as under CapacityScheduler. (A refresh of a file asks for the second only.)
 */
public final class RemovedQueues {
  private final QueueTree inForce;
  private final QueueFile changed;

  public RemovedQueues(QueueTree inForce, QueueFile changed) {
    this.inForce = inForce;
    this.changed = changed;
  }

  /** Returns one line for each queue that may not be left out; parents before their children. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    collect(inForce.root(), problems);
    return problems;
  }

  private void collect(FairQueue queue, List<String> problems) {
    QueueSpec now = queue.spec();
    boolean isKept = changed.names().find(now.path()) != null;
    boolean isListed = now.origin() == QueueOrigin.LISTED;
    if (!isKept && isListed && now.state() != QueueState.STOPPED && !isStoppedBy(now)) {
      problems.add(
          "%s: %s: expected STOPPED before the queue is removed, it is %s"
              .formatted(changed.source(), QueueKeys.STATE.of(now.path()), now.state()));
    }
    if (queue.children().isEmpty() && queue.applicationCount() > 0 && !takesApplications(now)) {
      problems.add(
          ("%s: yarn.scheduler.capacity.%s: expected a leaf queue here, listed or created, because"
                  + " %d application(s) are in it; let them end, or move them, first")
              .formatted(changed.source(), now.path(), queue.applicationCount()));
    }
    queue.children().forEach(child -> collect(child, problems));
  }

  /** The same change may stop a queue and leave it out of its parent's list. */
  private boolean isStoppedBy(QueueSpec queue) {
    return "STOPPED".equals(changed.trimmed(QueueKeys.STATE.of(queue.path())));
  }

  private boolean takesApplications(QueueSpec queue) {
    QueueSpec kept = changed.names().find(queue.path());
    if (kept != null) {
      return kept.isLeaf();
    }
    try {
      return queue.origin() != QueueOrigin.LISTED
          && !changed.names().missing(queue.path()).isEmpty();
    } catch (YarnException e) {
      return false;
    }
  }
}
