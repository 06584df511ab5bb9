// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import io.github.yarnfair.core.PoorestApplicationPolicy;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.testing.TestRule;

/**
 * H-DRF with whole applications as its leaves: a queue counts as if each of its applications held
 * no more than the poorest that can be served. A queue with more applications than it can have
 * tasks then counts as empty, whatever it holds.
 */
public final class PoorestApplicationScheduler extends HierarchicalScheduler {
  /** Created by the host. */
  public PoorestApplicationScheduler() {
    super(new TestRule(PoorestApplicationScheduler.class, PoorestApplicationPolicy::new));
  }
}
