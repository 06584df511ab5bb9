// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.baseline;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Shares;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.dff.DffPolicy;

/**
 * Dynamic DFF to the letter of Algorithm 2, line 9: a queue with f &gt; 1 has the f of its least
 * schedulable child. It was this project's rule before applications with tasks of one kind became a
 * pool. A queue with more applications than its share has tasks always has a child that holds
 * nothing: with B{b1..b300: one task each} holding 100 cores, A{a: endless} never gets more than
 * one.
 */
public final class LeastApplicationDffPolicy implements FairnessPolicy {
  private final DffPolicy dff = new DffPolicy();

  @Override
  public String name() {
    return "dff-least-application";
  }

  /** Returns what divides each resource, which is the same in both rules. */
  public DffPolicy division() {
    return dff;
  }

  @Override
  public void prepare(ShareTree tree) {
    dff.prepare(tree);
  }

  @Override
  public double leafKey(Shares shares, int leaf) {
    return dff.leafKey(shares, leaf);
  }

  @Override
  public double queueKey(Shares shares, int queue) {
    shares.attributeHeld(queue);
    return dff.queueKey(dff.ownKey(shares, queue), shares.leastKey(queue));
  }

  @Override
  public double divisor(ShareTree tree, int queue, int share) {
    return dff.divisor(tree, queue, share);
  }
}
