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
package io.github.yarnfair.mch;

import io.github.yarnfair.core.ShareTree;

/**
 * W is the product weight, but as published not for a leaf that does not need k*. Adding, removing
 * or reweighting an active node changes μ up to the root, and so the weights of all leaves: the
 * tree is flattened and all leaves are rated again, in place.
 */
final class ProductWeighting implements Weighting {
  private final Flattening flattening = new Flattening();
  private final boolean published;

  ProductWeighting(boolean published) {
    this.published = published;
  }

  @Override
  public void follow(ShareTree tree) {
    flattening.follow(tree);
  }

  @Override
  public boolean isCurrent(ShareTree tree, int leaf) {
    return flattening.isCurrent(tree, leaf);
  }

  @Override
  public boolean concernsSiblings(ShareTree tree, int node) {
    return flattening.isCounted(tree, node);
  }

  @Override
  public void forget(int node) {
    flattening.forget(node);
  }

  @Override
  public boolean hasNews(ShareTree tree) {
    return false;
  }

  @Override
  public double orderedWeight(int queue) {
    return weight(queue);
  }

  @Override
  public double weight(int leaf) {
    return published && !flattening.needsFirstSaturated(leaf)
        ? flattening.weightProduct(leaf)
        : flattening.productWeight(leaf);
  }
}
