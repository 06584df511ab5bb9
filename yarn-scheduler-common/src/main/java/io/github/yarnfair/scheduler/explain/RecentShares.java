// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.scheduler.snapshot.ClusterReader;
import org.jspecify.annotations.Nullable;

/**
 * The last {@link ShareView}, read again when it is older than a second, or than twenty times what
 * it took to read: on a small cluster it is fresh, on a large one at most 5 % of a core are spent,
 * however many callers there are. Any thread.
 */
final class RecentShares {
  private static final long MOST_AGE_NANOS = 1_000_000_000;
  private static final int MOST_AGE_BY_COST = 20;

  private final ExplainedCluster cluster;
  private final ClusterReader reader;
  private @Nullable ShareView last;

  RecentShares(ExplainedCluster cluster, ClusterReader reader) {
    this.cluster = cluster;
    this.reader = reader;
  }

  synchronized ShareView get() {
    ShareView view = last;
    if (view == null || isOld(view)) {
      long begun = System.nanoTime();
      view = new ShareView(reader.read(), cluster.policy(), begun);
      last = view;
    }
    return view;
  }

  private boolean isOld(ShareView view) {
    return view.origin() != cluster.queues()
        || view.ageNanos() > Math.min(MOST_AGE_NANOS, MOST_AGE_BY_COST * view.tookNanos());
  }

  /** Lets go of a view that would not be used again, and of all that it leads to. */
  synchronized void dropOld() {
    if (last != null && isOld(last)) {
      last = null;
    }
  }

  synchronized void drop() {
    last = null;
  }

  /** Reads again, whatever the age. */
  synchronized ShareView fresh() {
    drop();
    return get();
  }
}
