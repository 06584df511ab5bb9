// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;

/**
 * What a victim may cost, in the order in which victims are sought. Some serve any queue below its
 * ideal usage, the others only queues below what they are entitled to.
 */
enum Strictness {
  /** All nodes on the losing side keep their ideal usage: L of all resources, others of J. */
  KEEPS_ALL,
  /** The losing leaf and queues below L may fall below their ideal usage by part of a task. */
  ROUNDS,
  /** L, above its ideal usage, may fall below it, and keeps what it is entitled to. */
  ABOVE_IDEAL,
  /** L keeps what it is entitled to. */
  KEEPS_ENTITLED,
  /** L may fall below what it is entitled to, if that lowers the largest shortfall. */
  LOWERS_SHORTFALL,
  /** L may fall below its ideal usage, if that lowers the largest shortfall against that. */
  SHARES_IDEAL,
  /** As {@link #ROUNDS}; resources that nothing else asks for stay idle. */
  LEAVES_IDLE,
  /** As {@link #KEEPS_ENTITLED}; resources that nothing else asks for stay idle. */
  KEEPS_ENTITLED_AND_LEAVES_IDLE,
  /** As {@link #LOWERS_SHORTFALL}; resources that nothing else asks for stay idle. */
  LOWERS_SHORTFALL_AND_LEAVES_IDLE;

  /** Returns this step and those before it, the strictest last. */
  List<Strictness> withStricterOnes() {
    List<Strictness> steps = new ArrayList<>(EnumSet.range(KEEPS_ALL, this));
    Collections.reverse(steps);
    return steps;
  }

  /** Returns whether only queues below what they are entitled to are served. */
  boolean isForEntitled() {
    return this != KEEPS_ALL && this != ROUNDS && this != SHARES_IDEAL && this != LEAVES_IDLE;
  }

  /** Returns whether L may fall short itself, by less than the gaining side did. */
  boolean lowersShortfall() {
    return this == LOWERS_SHORTFALL
        || this == SHARES_IDEAL
        || this == LOWERS_SHORTFALL_AND_LEAVES_IDLE;
  }

  boolean mayIdle() {
    return this == LEAVES_IDLE
        || this == KEEPS_ENTITLED_AND_LEAVES_IDLE
        || this == LOWERS_SHORTFALL_AND_LEAVES_IDLE;
  }
}
