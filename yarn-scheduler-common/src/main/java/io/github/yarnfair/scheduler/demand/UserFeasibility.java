// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.demand;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueUsers;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import io.github.yarnfair.scheduler.user.QueueUser;
import org.jspecify.annotations.Nullable;

/**
 * Whether the limit of a user can ever let tasks of an application run. The last container may pass
 * the limit, so that a task of any size can; but none can where the application's own master, which
 * runs as long as the application, has passed it.
 */
final class UserFeasibility {
  private final ResourceVectors vectors;

  UserFeasibility(ResourceVectors vectors) {
    this.vectors = vectors;
  }

  /** Returns whether a request can be served beside the master of its application. */
  boolean isPossible(AppAttempt attempt, Ask ask) {
    QueueUsers users = attempt.queue().divided();
    return users == null || tooLargeMaster(attempt, users, ask) == null;
  }

  /** Returns why a request can never be served; empty if it can. */
  String problem(AppAttempt attempt, Ask ask) {
    QueueUsers users = attempt.queue().divided();
    long[] master = users == null ? null : tooLargeMaster(attempt, users, ask);
    if (users == null || master == null) {
      return "";
    }
    int number = masterClass(attempt);
    return "user %s may hold %s of queue %s, and the application's master holds %s of it; waiting for a larger user-limit-factor. "
        .formatted(
            attempt.getUser(),
            attempt.queue().ledger().limit(users.of(attempt.getUser()).node(), number),
            attempt.queue(),
            vectors.toResource(master));
  }

  private static int masterClass(AppAttempt attempt) {
    return attempt.queue().ledger().classes().number(attempt.master().partition());
  }

  /** Returns what the master takes if that is more than the user may hold, else null. */
  private long @Nullable [] tooLargeMaster(AppAttempt attempt, QueueUsers users, Ask ask) {
    LeafQueue queue = attempt.queue();
    ShareTree tree = queue.ledger().tree();
    QueueUser user = users.of(attempt.getUser());
    MachineClasses classes = queue.ledger().classes();
    if (!tree.isLimited(user.node())
        || attempt.waitsForMaster()
        || classes.kind() == MachineClasses.Kind.ATTRIBUTE) {
      return null;
    }
    int number = masterClass(attempt);
    if (number == MachineClasses.UNKNOWN
        || ask.reach(queue.classes(), number, false) == Ask.NOT_HERE) {
      return null;
    }
    int first = classes.offset(number);
    int leaf = attempt.application().leaf();
    for (int j = 0; j < vectors.length(); j++) {
      // First what is cheap to know: an application holds at least its master.
      if (tree.usage(leaf, first + j) > tree.limit(user.node(), first + j)) {
        long[] master = vectors.of(queue.masters().used(attempt.getApplicationAttemptId()));
        return master[j] > tree.limit(user.node(), first + j) ? master : null;
      }
    }
    return null;
  }
}
