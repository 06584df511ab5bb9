/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.scheduler;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.ShareTreeAudit;
import io.github.yarnfair.scheduler.conf.QueueFile;
import io.github.yarnfair.scheduler.conf.QueueSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/**
 * The queues of one version of the queue file, found by name, over a share tree of their own. A
 * refresh builds another tree and replaces this one as a whole.
 */
final class QueueTree {
  private final QueueFile file;
  private final ShareLedger ledger;
  private final FairQueue root;
  private final Map<String, FairQueue> byPath = new HashMap<>();

  QueueTree(
      QueueFile file,
      FairnessPolicy policy,
      ResourceVectors vectors,
      QueueAccess access,
      Configuration conf) {
    this.file = file;
    ledger = new ShareLedger(policy, vectors);
    root =
        file.root().isLeaf()
            ? new LeafQueue(file.root(), null, ledger, access, conf)
            : new ParentQueue(file.root(), null, ledger, access, conf);
    index(root);
  }

  private void index(FairQueue queue) {
    byPath.put(queue.spec().path(), queue);
    queue.children().forEach(this::index);
  }

  QueueFile file() {
    return file;
  }

  ShareLedger ledger() {
    return ledger;
  }

  FairQueue root() {
    return root;
  }

  /**
   * Returns the queue of a full path or of a short name that only one queue has, or null if there
   * is none.
   */
  @Nullable FairQueue find(String name) {
    QueueSpec queue = file.names().find(name);
    return queue == null ? null : byPath.get(queue.path());
  }

  /** Returns the full paths of all queues that have a short name. */
  List<String> pathsOf(String name) {
    return file.names().pathsOf(name);
  }

  /** Measures shares, weights and limits by what the registered nodes have. */
  void setCapacity(Resource cluster) {
    ledger.register(cluster);
    resolve();
  }

  /** Notes what the registered nodes have; what is measured by it follows when it is due. */
  void register(Resource cluster) {
    ledger.register(cluster);
  }

  /** Measures shares, weights and limits anew if it is time to; returns whether it was. */
  boolean measureIfDue() {
    return ledger.isMeasureDue() && measure();
  }

  /** Measures shares, weights and limits anew; returns false if they were exact. */
  boolean measure() {
    if (ledger.isExact()) {
      return false;
    }
    resolve();
    return true;
  }

  private void resolve() {
    Resource cluster = ledger.measure();
    root.resolve(cluster, cluster);
  }

  /**
   * Checks that every application of the tree in force has a queue here.
   *
   * @throws IOException naming the file, the queue and how many applications are in the way
   */
  void checkCanReplace(QueueTree inForce) throws IOException {
    List<String> problems = new ArrayList<>();
    for (FairQueue old : inForce.byPath.values()) {
      boolean hasPlace = byPath.get(old.getQueueName()) instanceof LeafQueue;
      if (old instanceof LeafQueue leaf && leaf.applicationCount() > 0 && !hasPlace) {
        problems.add(
            "%s: yarn.scheduler.capacity.%s: expected a leaf queue here, because %d application(s)"
                    .formatted(file.source(), leaf, leaf.applicationCount())
                + " are in it; set its state to STOPPED and let them end, or move them, first");
      }
    }
    if (!problems.isEmpty()) {
      throw new IOException(String.join("\n", problems));
    }
  }

  /**
   * Prepares to take over every application of the tree that this one replaces, with all that it
   * holds. The replaced tree stays valid until the returned step is run, which cannot fail.
   *
   * @throws IllegalStateException if the new tree would not add up
   */
  Runnable prepareTakeOver(QueueTree replaced) {
    List<Transfer> transfers = replaced.applications().stream().map(this::prepare).toList();
    List<String> violations = ShareTreeAudit.violations(ledger.tree());
    if (!violations.isEmpty()) {
      throw new IllegalStateException("the new queues would not add up: " + violations);
    }
    return () -> transfers.forEach(Transfer::commit);
  }

  /** Returns all applications, oldest first. */
  List<Application> applications() {
    return byPath.values().stream()
        .filter(LeafQueue.class::isInstance)
        .flatMap(queue -> ((LeafQueue) queue).applications().stream())
        .sorted(Comparator.comparing(Application::id))
        .toList();
  }

  private Transfer prepare(Application application) {
    ShareTree before = application.queue().ledger().tree();
    LeafQueue queue = (LeafQueue) byPath.get(application.queue().getQueueName());
    if (queue == null) {
      throw new IllegalStateException("no queue for " + application.id());
    }
    long[] held = new long[before.resourceCount()];
    for (int j = 0; j < held.length; j++) {
      held[j] = before.usage(application.leaf(), j);
    }
    int leaf = ledger.addLeaf(application, queue.handle());
    ledger.tree().charge(leaf, held);
    ledger.tree().setDemand(leaf, before.demand(application.leaf()));
    return new Transfer(application, queue, leaf);
  }

  private record Transfer(Application application, LeafQueue queue, int leaf) {
    void commit() {
      queue.continueUsersOf(application.queue());
      queue.adopt(application, leaf);
      if (application.getCurrentAppAttempt() != null) {
        queue.masters().takeOver(application.getCurrentAppAttempt(), application.queue().masters());
        application.getCurrentAppAttempt().rebind(queue);
      }
      application.setQueue(queue);
    }
  }
}
