// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.ask.AskTable;
import io.github.yarnfair.scheduler.record.RecordedFacts;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;

/** An application over all its attempts: one leaf of the share tree. */
public final class Application extends SchedulerApplication<AppAttempt> {
  private final ApplicationId id;
  private int leaf = ShareTree.NONE;
  private AskTable asks = AskTable.NONE;

  public Application(
      ApplicationId id, LeafQueue queue, String user, Priority priority, boolean unmanagedAm) {
    super(queue, user, priority, unmanagedAm);
    this.id = id;
  }

  public ApplicationId id() {
    return id;
  }

  public LeafQueue queue() {
    return (LeafQueue) getQueue();
  }

  /** Returns the application's handle in the share tree. */
  public int leaf() {
    return leaf;
  }

  void setLeaf(int leaf) {
    this.leaf = leaf;
  }

  /** Returns the application's place among those of its queue. */
  public ShareLedger.Precedence precedence() {
    return new ShareLedger.Precedence(weight(), getPriority().getPriority(), submission());
  }

  /** Records that the application has a leaf. */
  void recordIn(RecordedFacts facts, int ofLeaf) {
    facts.application(ofLeaf, id(), getUser(), queue().getQueueName());
  }

  /** Returns the requests that the share tree knows, by priority. */
  public AskTable asks() {
    return asks;
  }

  public void setAsks(AskTable told) {
    asks = told;
  }

  /**
   * Returns whether the application waits with requests of which the share tree knows none: for a
   * limit of masters or of running applications, or for containers that start together. Under the
   * scheduler's lock.
   */
  public boolean isWithheld() {
    AppAttempt attempt = getCurrentAppAttempt();
    if (attempt == null || attempt.isStopped()) {
      return false;
    }
    Gang gang = attempt.gang();
    return attempt.waitsToRun()
        || queue().masters().isWaiting(attempt)
        || (gang != null && gang.asked() > 0 && !asks.iterator().hasNext());
  }

  /** Returns whether the application is in the share tree, and not removed. */
  public boolean hasLeaf() {
    return leaf != ShareTree.NONE;
  }

  /**
   * Returns a number that is less than those of all applications submitted later, also before and
   * after a restart: it is made of the id. A ResourceManager that gives out more than two million
   * ids uses up what others a millisecond later would have; none starts so soon after it.
   */
  public long submission() {
    return (id.getClusterTimestamp() << 21) + id.getId();
  }

  /**
   * Returns the weight among the applications of the queue: 1, and one more for each step of
   * priority. Priority buys a larger share and starves no application; a queue that serves in order
   * counts priority alone.
   */
  public double weight() {
    return 1.0 + Math.max(0, getPriority().getPriority());
  }
}
