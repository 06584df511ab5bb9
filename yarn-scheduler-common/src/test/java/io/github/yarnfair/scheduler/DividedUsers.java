// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueUsers;
import io.github.yarnfair.scheduler.user.QueueUser;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Among whom a scheduler divides the shares of its leaf queues, at this moment. */
public final class DividedUsers {
  private DividedUsers() {}

  /** Returns the users among whom a queue's share is divided, by name; null if it is not. */
  public static @Nullable List<String> of(HierarchicalScheduler scheduler, String queue) {
    QueueUsers users = ((LeafQueue) scheduler.queues().find(queue)).divided();
    return users == null ? null : users.all().stream().map(QueueUser::name).sorted().toList();
  }
}
