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
package io.github.yarnfair.core;

/**
 * A policy without rescaling: a queue's key depends on what the queue itself holds and on the least
 * key among its children that can use the offer, and on nothing else below it.
 *
 * <p>Such a key is the least over the demand shapes that fit the offer, taken one by one, if {@link
 * #queueKey(double, double)} never falls as the least key rises. That is what an incremental
 * selection makes use of.
 */
public abstract class LeastKeyPolicy implements FairnessPolicy {
  /**
   * Rates a queue by what it holds itself, which is {@linkplain Shares#attributed attributed}
   * already.
   */
  public abstract double ownKey(Shares shares, int queue);

  /**
   * Returns a queue's key.
   *
   * @param ownKey its {@link #ownKey}
   * @param leastKey the least key among its children that can use the offer, +∞ if none can
   */
  public abstract double queueKey(double ownKey, double leastKey);

  /**
   * Takes in that a leaf holds or wants something else than before.
   *
   * @return the queue below which all keys may now be others, {@link ShareTree#NONE} if only those
   *     on the leaf's path may; {@link ShareTree#ROOT} if the policy is to be {@linkplain #prepare
   *     prepared} first, which is always right
   */
  public int follow(ShareTree tree, int leaf) {
    return ShareTree.ROOT;
  }

  /** Returns whether all keys may now be others though nothing has happened to the tree. */
  public boolean hasNews(ShareTree tree) {
    return false;
  }

  @Override
  public final double queueKey(Shares shares, int queue) {
    shares.attributeHeld(queue);
    return queueKey(ownKey(shares, queue), shares.leastKey(queue));
  }
}
