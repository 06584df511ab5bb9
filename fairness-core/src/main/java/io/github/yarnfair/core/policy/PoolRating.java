// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.policy;

/** What a rule makes of the {@linkplain Pools pools} of a leaf queue's applications. */
public enum PoolRating {
  /** It rates a queue without them. */
  NONE,
  /** It rates a queue by what its pools hold. */
  BY_USAGE,
  /** It compares queues by the levels of their pools. */
  BY_LEVEL
}
