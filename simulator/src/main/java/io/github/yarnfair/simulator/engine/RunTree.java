// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.engine;

import io.github.yarnfair.core.balance.Balances;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.TaskGroup;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The share tree of a run: the configured queues, below a leaf queue its users if its share is
 * divided among them, and one leaf of weight 1 for each application. A job that is an application
 * of its own has its leaf until it ends; one that several jobs may belong to keeps it.
 */
final class RunTree {
  private final ShareTree tree;
  private final Function<TaskGroup, long[]> needs;
  private final Map<String, Queue> queues = new LinkedHashMap<>();
  private @Nullable Balances balances;

  /**
   * A queue.
   *
   * @param entitled the part of the cluster that the weights give it
   * @param users of a leaf queue that divides its share, by name
   */
  private record Queue(
      RunQueue spec,
      int handle,
      double entitled,
      Map<String, User> users,
      Map<List<String>, Application> shared) {}

  private static final class User {
    private final int handle;
    private int jobs;

    private User(int handle) {
      this.handle = handle;
    }
  }

  /**
   * Creates the queues.
   *
   * @param capacity of the cluster; resources beyond those of {@link RunQueue#maximum} are not
   *     limited
   * @param needs what a task needs, in the numbers of the capacity
   */
  RunTree(RunQueue root, long[] capacity, Function<TaskGroup, long[]> needs) {
    this.needs = needs;
    tree = new ShareTree(capacity.length);
    tree.setCapacity(capacity);
    add(root, ShareTree.ROOT, 1.0);
  }

  private void add(RunQueue spec, int handle, double entitled) {
    queues.put(spec.path(), new Queue(spec, handle, entitled, new HashMap<>(), new HashMap<>()));
    tree.setInOrder(handle, spec.inOrder());
    if (Arrays.stream(spec.maximum()).anyMatch(most -> most != RunQueue.UNLIMITED)) {
      long[] limit = new long[tree.resourceCount()];
      Arrays.fill(limit, ShareTree.UNLIMITED);
      System.arraycopy(spec.maximum(), 0, limit, 0, spec.maximum().length);
      tree.setLimit(handle, limit);
    }
    double sum = spec.children().stream().mapToDouble(RunQueue::weight).sum();
    for (RunQueue child : spec.children()) {
      int below = tree.addQueue(handle, child.weight());
      add(child, below, entitled * child.weight() / sum);
    }
  }

  ShareTree tree() {
    return tree;
  }

  /** Lets balances know the users who come and go. */
  void remember(Balances kept) {
    balances = kept;
  }

  /** Returns the handles of all queues by path, parents before their children. */
  Map<String, Integer> handles() {
    Map<String, Integer> handles = new LinkedHashMap<>();
    queues.forEach((path, queue) -> handles.put(path, queue.handle));
    return handles;
  }

  /** Returns whether what some queue or user may hold is limited. */
  boolean hasLimits() {
    return queues.values().stream()
        .anyMatch(q -> tree.isLimited(q.handle) || q.spec.users().limitFactor() != null);
  }

  /** Adds the tasks of a job, and returns its application. */
  Application add(RunJob job) {
    long[][] demands = job.groups().stream().map(needs).toArray(long[][]::new);
    Queue queue = queue(job);
    Application application =
        job.application().isEmpty()
            ? new Application(addLeaf(queue, job), demands)
            : queue.shared.computeIfAbsent(
                List.of(job.user(), job.application()),
                key -> new Application(addLeaf(queue, job), demands));
    application.add(job, demands);
    return application;
  }

  private int addLeaf(Queue queue, RunJob job) {
    if (!queue.spec.users().areShares()) {
      return tree.addLeaf(queue.handle, 1);
    }
    User user = queue.users.computeIfAbsent(job.user(), name -> addUser(queue, name));
    user.jobs++;
    return tree.addLeaf(user.handle, 1);
  }

  private User addUser(Queue queue, String name) {
    double weight = queue.spec.users().weight(name);
    int handle = tree.addQueue(queue.handle, weight);
    tree.setInOrder(handle, queue.spec.inOrder());
    if (balances != null) {
      balances.name(handle, name);
    }
    Double factor = queue.spec.users().limitFactor();
    if (factor != null) {
      double share = factor * queue.entitled * weight;
      long[] most = new long[tree.resourceCount()];
      Arrays.setAll(most, j -> (long) Math.floor(share * (double) tree.capacity(j) + 1e-6));
      tree.setPassableLimit(handle, most);
    }
    return new User(handle);
  }

  /**
   * A job has ended: removes its leaf, unless other jobs may belong to the same application.
   *
   * @return whether the leaf was removed
   */
  boolean remove(RunJob job, Application application) {
    if (!job.application().isEmpty()) {
      return false;
    }
    Queue queue = queue(job);
    tree.remove(application.leaf());
    User user = queue.users.get(job.user());
    if (user != null && --user.jobs == 0) {
      queue.users.remove(job.user());
      tree.remove(user.handle);
      if (balances != null) {
        balances.settle();
      }
    }
    return true;
  }

  private Queue queue(RunJob job) {
    Queue queue = queues.get(job.queue());
    if (queue == null || !queue.spec.isLeaf()) {
      throw new IllegalArgumentException(job.id() + ": \"" + job.queue() + "\": not a leaf queue");
    }
    return queue;
  }
}
