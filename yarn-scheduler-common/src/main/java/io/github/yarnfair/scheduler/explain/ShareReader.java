// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.core.balance.BalanceBook;
import io.github.yarnfair.core.balance.Balances;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/**
 * Copies the share tree in slices of the lock. Applications that come, go or move meanwhile may be
 * there or not; a refresh of the queues begins the copy again.
 */
final class ShareReader {
  private static final int MOST_TRIES = 5;
  private static final int MISSING = -1;

  /** For nodes that are added while the tree is copied. */
  private static final int MORE_NODES = 256;

  private final ExplainedCluster cluster;
  private final LockSlices slices;

  ShareReader(ExplainedCluster cluster, LockSlices slices) {
    this.cluster = cluster;
    this.slices = slices;
  }

  /**
   * Copies the tree and computes ideal shares and guarantees. Any thread, without the lock.
   *
   * @throws IllegalStateException if the queues are refreshed again and again meanwhile
   */
  ShareView read() {
    for (int i = 0; i < MOST_TRIES; i++) {
      long begun = System.nanoTime();
      Copy copy = new Copy();
      if (copy.run()) {
        return new ShareView(
            copy.origin,
            copy.to,
            copy.balances,
            copy.subjects,
            copy.heldBack,
            copy.withheld,
            cluster.policy(),
            begun);
      }
    }
    throw new IllegalStateException("the queues are being refreshed; ask again");
  }

  private final class Copy {
    private final QueueTree origin = cluster.queues();
    private final ShareTree from = origin.ledger().tree();
    private final ShareTree to;

    /** Null as long as no queue with a balance was copied. */
    private @Nullable BalanceBook balances;

    /** By node of the tree that is copied. */
    private int[] copies;

    /** By node of the copy. */
    private Object[] subjects;

    private final Set<ApplicationId> heldBack = new HashSet<>();
    private final Set<ApplicationId> withheld = new HashSet<>();

    /** Without the lock: to make room takes longer than to copy. */
    private Copy() {
      int nodes = from.handleBound() + MORE_NODES;
      to = from.emptyLike(nodes);
      copies = new int[nodes];
      Arrays.fill(copies, MISSING);
      copies[ShareTree.ROOT] = ShareTree.ROOT;
      subjects = new Object[nodes];
      subjects[ShareTree.ROOT] = origin.root();
    }

    /** Copies everything; returns false if the queues were replaced meanwhile. */
    private boolean run() {
      List<FairQueue> queues = new ArrayList<>();
      collect(origin.root(), queues);
      List<Application> applications = new ArrayList<>();
      for (FairQueue queue : queues) {
        if (queue instanceof LeafQueue leaf) {
          // Equal keys are served in the order in which the nodes were added.
          leaf.applications().stream()
              .sorted(Comparator.comparing(Application::id))
              .forEach(applications::add);
        }
      }
      slices.read(
          () -> {
            to.copyRoot(from);
            return to;
          });
      return inSlices(queues.size(), i -> copy(queues.get(i)))
          && inSlices(applications.size(), i -> copy(applications.get(i)));
    }

    private void collect(FairQueue queue, List<FairQueue> into) {
      into.add(queue);
      queue.children().forEach(child -> collect(child, into));
    }

    private boolean inSlices(int count, IntConsumer step) {
      int next = 0;
      while (next < count) {
        int start = next;
        next = slices.read(() -> slice(start, count, step));
        if (next < 0) {
          return false;
        }
      }
      return true;
    }

    /** Returns where to go on, or -1 if the queues were replaced. */
    private int slice(int start, int count, IntConsumer step) {
      if (cluster.queues() != origin) {
        return -1;
      }
      int next = start;
      while (next < count && (next == start || !slices.isOver())) {
        step.accept(next++);
      }
      return next;
    }

    private void copy(FairQueue queue) {
      FairQueue parent = queue.parent();
      if (parent != null && from.contains(queue.handle()) && !from.isLeaf(queue.handle())) {
        add(queue.handle(), copyOf(parent.handle()), queue);
      }
    }

    private void copy(Application application) {
      LeafQueue queue = application.queue();
      int parent = application.hasLeaf() ? copyOf(queue.handle()) : MISSING;
      if (parent == MISSING) {
        return;
      }
      int above = queue.nodeAbove(application);
      if (above != queue.handle()) {
        int user = copyOf(above);
        parent = user == MISSING ? add(above, parent, application.getUser()) : user;
      }
      add(application.leaf(), parent, application.id());
      AppAttempt attempt = application.getCurrentAppAttempt();
      if (attempt != null && (attempt.waitsToRun() || queue.masters().isWaiting(attempt))) {
        heldBack.add(application.id());
      }
      if (application.isWithheld()) {
        withheld.add(application.id());
      }
    }

    private void takeBalances(int node, int copy) {
      Balances kept = origin.ledger().balances();
      if (kept != null) {
        BalanceBook own = balances == null ? kept.book().over(to) : balances;
        own.take(copy, kept.book(), node);
        balances = own;
      }
    }

    private int copyOf(int node) {
      return node < copies.length ? copies[node] : MISSING;
    }

    private int add(int node, int parent, Object subject) {
      if (parent == MISSING) {
        return MISSING;
      }
      int copy = to.addCopy(from, node, parent);
      int length = copies.length;
      if (node >= length) {
        copies = Arrays.copyOf(copies, Math.max(node + 1, 2 * length));
        Arrays.fill(copies, length, copies.length, MISSING);
      }
      copies[node] = copy;
      if (!from.isLeaf(node)) {
        takeBalances(node, copy);
      }
      if (copy >= subjects.length) {
        subjects = Arrays.copyOf(subjects, 2 * Math.max(copy, 8));
      }
      subjects[copy] = subject;
      return copy;
    }
  }
}
