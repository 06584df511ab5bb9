// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.snapshot;

import io.github.yarnfair.core.balance.BalanceBook;
import io.github.yarnfair.core.balance.Balances;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/**
 * Copies queues, applications and the share tree in slices of the lock. Applications that come, go
 * or move meanwhile may be there or not; a refresh of the queues begins the copy again. Any thread.
 */
public final class ClusterReader {
  private static final int MOST_TRIES = 5;
  private static final int MISSING = -1;
  private static final String REFRESHED = "the queues are being refreshed; ask again";

  /** For nodes that are added while the tree is copied. */
  private static final int MORE_NODES = 256;

  private final LockSlices slices;
  private final Supplier<QueueTree> queues;
  private final Runnable settle;

  /** A snapshot with the nodes of a moment later. */
  public record WithNodes(ClusterSnapshot snapshot, List<NodeCopy> nodes) {}

  /** What a caller reads beside the shares, in the same slices of the lock. */
  public interface Visitor {
    /** Reads no more than the shares. */
    Visitor NONE = new Visitor() {};

    /** A copy begins, maybe not for the first time. Without the lock. */
    default void begin() {}

    /** Reads a queue; one above it has been read before. Under the lock. */
    default void visit(FairQueue queue) {}

    /** Reads an application that has a leaf in the share tree. Under the lock. */
    default void visit(Application application) {}
  }

  /**
   * @param queues returns those in force
   * @param settle lets the state follow what has changed, before each copy; under the lock
   */
  public ClusterReader(LockSlices slices, Supplier<QueueTree> queues, Runnable settle) {
    this.slices = slices;
    this.queues = queues;
    this.settle = settle;
  }

  /** Copies the shares alone. The copy is the caller's alone. */
  public ClusterSnapshot read() {
    return read(Visitor.NONE);
  }

  /**
   * Copies the shares, and lets a visitor read in the same slices.
   *
   * @throws IllegalStateException if the queues are refreshed again and again meanwhile
   */
  public ClusterSnapshot read(Visitor visitor) {
    for (int i = 0; i < MOST_TRIES; i++) {
      visitor.begin();
      Copy copy = new Copy(visitor);
      if (copy.run()) {
        return new ClusterSnapshot(
            copy.origin,
            copy.to,
            copy.balances,
            copy.subjects,
            copy.queues,
            copy.applications,
            copy.heldBack,
            copy.withheld);
      }
    }
    throw new IllegalStateException(REFRESHED);
  }

  /**
   * Copies the shares, and then the nodes that accept containers, in the same way. What started in
   * between is left out, so that no application has more on nodes than in the share tree.
   *
   * @throws IllegalStateException if the queues are refreshed again and again meanwhile
   */
  public WithNodes read(Visitor visitor, List<ClusterNode> nodes, ResourceVectors vectors) {
    for (int i = 0; i < MOST_TRIES; i++) {
      ClusterSnapshot snapshot = read(visitor);
      NodeReader reader = new NodeReader(snapshot, vectors);
      if (slices.forEach(
          nodes.size(),
          () -> queues.get() == snapshot.origin(),
          each -> reader.read(nodes.get(each)))) {
        return new WithNodes(snapshot, reader.copies());
      }
    }
    throw new IllegalStateException(REFRESHED);
  }

  /** Returns in what slices the lock is held, for readings beside a copy. */
  public LockSlices slices() {
    return slices;
  }

  private final class Copy {
    private final Visitor visitor;
    private final QueueTree origin = ClusterReader.this.queues.get();
    private final ShareTree from = origin.ledger().tree();
    private final ShareTree to;

    /** Null as long as no queue with a balance was copied. */
    private @Nullable BalanceBook balances;

    /** By node of the tree that is copied. */
    private int[] copies;

    /** By node of the copy. */
    private Object[] subjects;

    private final List<FairQueue> queues = new ArrayList<>();
    private final List<Application> applications = new ArrayList<>();
    private final Set<ApplicationId> heldBack = new HashSet<>();
    private final Set<ApplicationId> withheld = new HashSet<>();

    /** Without the lock: to make room takes longer than to copy. */
    private Copy(Visitor visitor) {
      this.visitor = visitor;
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
      List<FairQueue> all = origin.fromRoot();
      List<Application> candidates = new ArrayList<>();
      for (FairQueue queue : all) {
        if (queue instanceof LeafQueue leaf) {
          // Equal keys are served in the order in which the nodes were added.
          leaf.applications().stream()
              .sorted(Comparator.comparing(Application::id))
              .forEach(candidates::add);
        }
      }
      slices.run(
          () -> {
            settle.run();
            to.copyRoot(from);
          });
      return slices.forEach(all.size(), this::isInForce, i -> copy(all.get(i)))
          && slices.forEach(candidates.size(), this::isInForce, i -> copy(candidates.get(i)));
    }

    private boolean isInForce() {
      return ClusterReader.this.queues.get() == origin;
    }

    private void copy(FairQueue queue) {
      FairQueue parent = queue.parent();
      boolean isThere =
          parent == null
              || (from.contains(queue.handle())
                  && !from.isLeaf(queue.handle())
                  && add(queue.handle(), copyOf(parent.handle()), queue) != MISSING);
      if (isThere) {
        queues.add(queue);
        visitor.visit(queue);
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
      applications.add(application);
      visitor.visit(application);
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
