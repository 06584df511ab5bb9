// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.plan;

import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.ask.AskTable;
import io.github.yarnfair.scheduler.model.Application;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Priority;

/**
 * An application at one moment. What it holds and asks for is in a copy of the share tree of that
 * moment, under {@code leaf}.
 *
 * @param id the application
 * @param queue full path of its queue
 * @param user the user who submitted it
 * @param priority its priority
 * @param leaf its handle in the share tree
 * @param asks its requests, by which the classes are found where they may run; empty if there is
 *     one machine class
 * @param mayUseIdleRoom see {@link AskTable#mayUseIdleRoom}
 * @param isWithheld see {@link Application#isWithheld}
 */
public record CopiedApplication(
    ApplicationId id,
    String queue,
    String user,
    Priority priority,
    int leaf,
    List<Ask> asks,
    boolean mayUseIdleRoom,
    boolean isWithheld) {

  public CopiedApplication {
    asks = List.copyOf(asks);
  }

  /** Copies an application. Under the scheduler's write lock. */
  public static CopiedApplication of(Application application) {
    AskTable told = application.asks();
    List<Ask> asks = new ArrayList<>();
    if (!application.queue().classes().all().isOne()) {
      told.forEach(asks::add);
    }
    return new CopiedApplication(
        application.id(),
        application.queue().getQueueName(),
        application.getUser(),
        application.getPriority(),
        application.leaf(),
        asks,
        told.mayUseIdleRoom(),
        application.isWithheld());
  }

  /** Returns the same with the handle that the application has in a copy of the share tree. */
  CopiedApplication withLeaf(int inCopy) {
    return new CopiedApplication(
        id, queue, user, priority, inCopy, asks, mayUseIdleRoom, isWithheld);
  }
}
