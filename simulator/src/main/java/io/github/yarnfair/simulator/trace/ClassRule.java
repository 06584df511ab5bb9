// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.NaivePolicy;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.hdrf.HdrfPolicy;
import io.github.yarnfair.udrf.UdrfPolicy;
import java.util.function.Supplier;

/** The rules that are compared on a trace of machine classes. */
enum ClassRule {
  /** The online rule of UDRF, over the users of all queues. */
  UDRF("udrf", UdrfPolicy::new, ShareSpace.Kind.CLASS, false),
  /** H-DRF over queues, users and jobs, by shares of pairs. */
  H_DRF_BY_CLASS("h-drf by class", HdrfPolicy::new, ShareSpace.Kind.CLASS, false),
  /** H-DRF over queues, users and jobs, by shares of the whole cluster. */
  H_DRF_OVER_CLUSTER("h-drf over the cluster", HdrfPolicy::new, ShareSpace.Kind.CLUSTER, false),
  /**
   * Flat PS-DSF over jobs, each of which is a user: J. Khamse-Ashari et al., "Per-Server
   * Dominant-Share Fairness (PS-DSF)", arXiv 1611.00404, with machine classes for servers. On a
   * class the job is served that has the least number of pods, wherever they run, by the most that
   * it could run on that class alone. It knows neither users nor queues.
   */
  PS_DSF("ps-dsf over jobs", NaivePolicy::new, ShareSpace.Kind.CLASS, false),
  /**
   * DRF over the users of all queues, whose resources are pairs: the paper's rival. A user's jobs
   * run in equal numbers: one starts only while none of the user's other waiting jobs runs fewer.
   */
  DRF_OVER_PAIRS("drf over pairs", NaivePolicy::new, ShareSpace.Kind.CLASS, true);

  private final String label;

  @SuppressWarnings("ImmutableEnumChecker") // constructors, which hold nothing
  private final Supplier<FairnessPolicy> policy;

  /** What shares are of. */
  final ShareSpace.Kind kind;

  /** Whether the jobs of a user are tied together; then there are no queues above users. */
  final boolean tiesJobs;

  ClassRule(String label, Supplier<FairnessPolicy> policy, ShareSpace.Kind kind, boolean tiesJobs) {
    this.label = label;
    this.policy = policy;
    this.kind = kind;
    this.tiesJobs = tiesJobs;
  }

  FairnessPolicy policy() {
    return policy.get();
  }

  /** Returns the name. */
  @Override
  public String toString() {
    return label;
  }
}
