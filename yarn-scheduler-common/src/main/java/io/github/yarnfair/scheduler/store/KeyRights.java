// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.store;

import io.github.yarnfair.scheduler.conf.key.KeyOwner;
import io.github.yarnfair.scheduler.conf.key.KeyTemplate;
import io.github.yarnfair.scheduler.conf.key.QueueKey;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import java.util.Set;
import java.util.stream.Collectors;

/** The rights that a change of a key needs, by what follows the path of the queue in the key. */
final class KeyRights {
  /** First parts of the keys of several parts that are a queue's own. */
  private static final Set<String> OWN_PARTS =
      QueueKeys.all().stream()
          .filter(key -> key.owner() == KeyOwner.QUEUE && key.name().contains("."))
          .map(key -> firstPart(key.name()))
          .collect(Collectors.toUnmodifiableSet());

  private KeyRights() {}

  /**
   * Returns whether the administrator of the queue may set a key: it moves nothing between the
   * queue and others, or is about queues below the queue.
   */
  static boolean isOfQueueAlone(String property) {
    return isOwn(property)
        || KeyTemplate.of(property).isPresent()
        || (property.contains(".") && OWN_PARTS.contains(firstPart(property)))
        || property.startsWith(QueueKeys.ORDERING_POLICY.name());
  }

  /** Returns whether a key takes from all queues, be it of this queue, a template or one below. */
  static boolean takesFromAll(String property) {
    return !isOwn(property)
        && QueueKeys.all().stream()
            .filter(key -> key.owner() == KeyOwner.CLUSTER)
            .map(QueueKey::name)
            .anyMatch(name -> property.equals(name) || property.endsWith("." + name));
  }

  private static boolean isOwn(String property) {
    return QueueKeys.find(property).filter(key -> key.owner() == KeyOwner.QUEUE).isPresent();
  }

  private static String firstPart(String property) {
    int dot = property.indexOf('.');
    return dot < 0 ? property : property.substring(0, dot);
  }
}
