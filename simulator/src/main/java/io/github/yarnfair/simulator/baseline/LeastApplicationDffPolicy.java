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
package io.github.yarnfair.simulator.baseline;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.Shares;
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
