// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.admission;

import io.github.yarnfair.scheduler.conf.queue.QueueOrigin;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.QueueTree;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes created queues that have been unused for the configured time. Call under the scheduler's
 * write lock.
 */
public final class QueueExpiry {
  private static final Logger LOG = LoggerFactory.getLogger(QueueExpiry.class);
  private static final long INTERVAL_MS = 1000;

  private final Map<String, Long> idleSince = new HashMap<>();
  private long lastLook;

  /**
   * Records that an application has left a queue, which so becomes idle at the next look at the
   * earliest.
   */
  public void used(FairQueue queue) {
    idleSince.remove(queue.getQueueName());
  }

  /**
   * Looks for unused created queues, at most once a second.
   *
   * @param now in milliseconds
   */
  public void removeIdle(QueueTree queues, long now) {
    if (now - lastLook < INTERVAL_MS) {
      return;
    }
    lastLook = now;
    long expiration = INTERVAL_MS * queues.file().settings().queueExpirationSeconds();
    Map<FairQueue, Set<String>> left = new HashMap<>();
    for (FairQueue queue : queues.created()) {
      if (isUsed(queue)) {
        idleSince.remove(queue.getQueueName());
      } else if (now - idleSince.computeIfAbsent(queue.getQueueName(), q -> now) >= expiration) {
        idleSince.remove(queue.getQueueName());
        Set<String> users = queue.getMetrics().users();
        for (FairQueue above = queue.parent(); above != null; above = above.parent()) {
          left.computeIfAbsent(above, q -> new HashSet<>()).addAll(users);
        }
        queues.remove(queue);
        LOG.info("Removed queue {}, which was not used for {} ms", queue, expiration);
      }
    }
    forgetUsers(left, queues);
  }

  /**
   * Removes a user's metrics also from those queues above in which the user has no application
   * left.
   */
  private static void forgetUsers(Map<FairQueue, Set<String>> left, QueueTree queues) {
    if (left.isEmpty()) {
      return;
    }
    queues.root().getMetrics().flush();
    left.forEach(
        (queue, users) -> {
          queue.users().forEach(users::remove);
          users.forEach(queue.getMetrics()::forgetUser);
        });
  }

  private static boolean isUsed(FairQueue queue) {
    return queue.spec().origin() != QueueOrigin.CREATED
        || !queue.children().isEmpty()
        || queue.applicationCount() > 0;
  }
}
