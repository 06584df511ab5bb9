// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.RunUsers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the leaf queue of each job, and creates those that are not there if it may. */
final class QueueMapping {
  private final QueueRule rule;
  private final boolean creates;
  private final Map<String, String> found = new HashMap<>();
  private RunQueue root;
  private int turn;

  /**
   * Creates a mapping.
   *
   * @param root the configured queues; null if there are none, and all are created
   */
  QueueMapping(@Nullable RunQueue root, QueueRule rule, boolean creates) {
    this.root =
        root == null
            ? new RunQueue(RunQueue.ROOT, 1, new long[0], false, RunUsers.NONE, true, List.of())
            : root;
    this.rule = rule;
    this.creates = creates;
  }

  /** Returns the queues, created ones among them. */
  RunQueue root() {
    return root;
  }

  /**
   * Returns the path of a job's leaf queue.
   *
   * @throws InputException if there is no such queue and none may be created
   */
  String pathOf(ReadJob job) throws InputException {
    if (rule.kind() == QueueRule.Kind.ROUND_ROBIN) {
      return inTurn(job);
    }
    return pathOf(
        job,
        switch (rule.kind()) {
          case USER -> job.user();
          case QUEUE -> rule.argument();
          default -> job.queue();
        });
  }

  /** Returns the path of the leaf queue that a job names, whatever the rule is. */
  String named(ReadJob job) throws InputException {
    return pathOf(job, job.queue());
  }

  private String pathOf(ReadJob job, String name) throws InputException {
    if (name.isEmpty()) {
      String what = rule.kind() == QueueRule.Kind.USER ? "user" : "queue";
      throw job.where().refuse("job \"%s\" without a %s".formatted(job.id(), what), "one");
    }
    String known = found.get(name);
    if (known == null) {
      known = find(name, job);
      found.put(name, known);
    }
    return known;
  }

  private String inTurn(ReadJob job) throws InputException {
    List<RunQueue> leaves = root.leaves();
    if (leaves.isEmpty()) {
      throw job.where()
          .refuse("job \"" + job.id() + "\" without a queue", "--queues, or --queue-of queue:NAME");
    }
    return leaves.get(turn++ % leaves.size()).path();
  }

  private String find(String name, ReadJob job) throws InputException {
    List<String> matches =
        root.leaves().stream()
            .filter(queue -> queue.path().equals(name) || queue.name().equals(name))
            .map(RunQueue::path)
            .toList();
    if (matches.size() == 1 || matches.contains(name)) {
      return matches.contains(name) ? name : matches.get(0);
    }
    if (matches.size() > 1) {
      throw job.where().refuse("queue \"" + name + "\", which may be any of " + matches, "one");
    }
    String path = name.startsWith(RunQueue.ROOT + ".") ? name : RunQueue.ROOT + "." + name;
    if (!creates && !nearest(path).creates()) {
      throw job.where()
          .refuse(
              "job \"%s\" of queue \"%s\"".formatted(job.id(), name),
              "a leaf queue of --queues, or --create-queues; there are " + leafPaths());
    }
    root = withQueue(root, path, job);
    return path;
  }

  /** Returns the nearest queue above a path that is not there. */
  private RunQueue nearest(String path) {
    RunQueue nearest = root;
    for (RunQueue queue : root.subtree().toList()) {
      boolean isAbove = path.startsWith(queue.path() + ".");
      nearest = isAbove && queue.path().length() > nearest.path().length() ? queue : nearest;
    }
    return nearest;
  }

  private String leafPaths() {
    return String.join(", ", root.leaves().stream().map(RunQueue::path).limit(20).toList());
  }

  /** Returns a queue with another one below it, and those in between. */
  private RunQueue withQueue(RunQueue above, String path, ReadJob job) throws InputException {
    boolean isTaken = root.subtree().anyMatch(queue -> queue.path().equals(path));
    if (isTaken || above.isLeaf() || path.contains("..") || path.endsWith(".")) {
      throw job.where()
          .refuse(
              "queue \"" + path + "\"",
              "a leaf queue, or a name below a queue that is none; there are " + leafPaths());
    }
    int dot = path.indexOf('.', above.path().length() + 1);
    String next = dot < 0 ? path : path.substring(0, dot);
    List<RunQueue> children = new ArrayList<>();
    boolean isThere = false;
    for (RunQueue child : above.children()) {
      boolean isNext = child.path().equals(next);
      isThere |= isNext;
      children.add(isNext ? withQueue(child, path, job) : child);
    }
    if (!isThere) {
      children.add(chain(next, path));
    }
    return above.with(children);
  }

  private static RunQueue chain(String from, String path) {
    if (from.equals(path)) {
      return RunQueue.of(path, 1);
    }
    int dot = path.indexOf('.', from.length() + 1);
    return RunQueue.of(from, 1, chain(dot < 0 ? path : path.substring(0, dot), path));
  }
}
