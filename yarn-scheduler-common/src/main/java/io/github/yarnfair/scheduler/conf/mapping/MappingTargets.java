// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.mapping;

import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.conf.queue.QueueNames;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the queues that mapping rules name: by full path, by a short name that only one queue has,
 * or by a path below such a name.
 */
public final class MappingTargets {
  private final QueueNames names;

  /** Creates a search among queues. */
  public MappingTargets(QueueNames names) {
    this.names = names;
  }

  /**
   * Returns the full path of the leaf queue that a target without variables means.
   *
   * @param maybeCreated whether a queue will do that would be created
   * @throws YarnException saying why no application can be put there
   */
  public String leaf(String target, boolean maybeCreated) throws YarnException {
    String path = names.path(target);
    QueueSpec queue = path == null ? null : names.find(path);
    if (queue != null && !queue.isLeaf()) {
      throw new YarnException("queue " + queue.path() + " has queues below it");
    }
    if (path == null || (queue == null && !maybeCreated)) {
      throw new YarnException("there is no queue " + LogText.of(target));
    }
    if (queue == null) {
      names.missing(path);
    }
    return path;
  }

  /**
   * Returns the full path that a target without variables has, whether there is a queue or not;
   * null if it has none, or several.
   */
  public @Nullable String pathOf(String target) {
    try {
      return names.path(target);
    } catch (YarnException e) {
      return null;
    }
  }

  /**
   * Returns the queue that a target without variables means, or null if there is none.
   *
   * @throws YarnException if it has an empty part, or begins with the name of several queues
   */
  @Nullable QueueSpec find(String target) throws YarnException {
    String path = names.path(target);
    return path == null ? null : names.find(path);
  }

  /**
   * Checks that there is a parent queue of a target without variables, or that one can be created.
   *
   * @throws YarnException saying why no application can be put below it
   */
  void checkParent(String target) throws YarnException {
    QueueSpec queue = find(target);
    if (queue == null) {
      names.missing(target + ".any");
    } else if (queue.isLeaf()) {
      throw new YarnException("queue " + queue.path() + " has no queues below it");
    }
  }
}
