// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.Reservation;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is free on the visited node, and what of it is offered: for turns the node's total of each
 * resource that is not exhausted, for the rest the free amounts. An opened offer is narrowed as the
 * free amounts decrease; applications that were skipped stay skipped until the next opening.
 *
 * <p>Amounts are by resource type; the selection gets them as those of the node's machine class.
 * One object serves all visits.
 */
final class NodeOffer {
  private final ResourceVectors vectors;
  private final MachineClasses classes;
  private final Offer offer;

  /** The number of the node's machine class. */
  private int machineClass;

  /** Whether requests without a label are offered what is idle on a node with a label. */
  private boolean ofIdle;

  /** An offer as the share tree has amounts; unused if there is one machine class. */
  private final long[] inTree;

  /** The node's total. Not a copy. */
  private long[] total = {};

  /** What is free on the node; negative where it is over-committed. */
  private final long[] free;

  /** What is to be offered. */
  private final long[] offered;

  /** By how much the offer exceeds what is to be offered, as the share tree has amounts. */
  private final long[] excess;

  NodeOffer(ShareLedger ledger) {
    vectors = ledger.vectors();
    classes = ledger.classes();
    offer = new Offer(classes.space());
    inTree = new long[classes.space().length()];
    free = new long[vectors.length()];
    offered = new long[vectors.length()];
    excess = new long[inTree.length];
  }

  /** Reads a node's free and total resources. */
  void read(ClusterNode node) {
    node.readFree(vectors, free);
    total = node.total(vectors);
    machineClass = classes.number(node.machineClass());
    ofIdle = false;
  }

  /** Returns the number of the node's machine class. */
  int machineClass() {
    return machineClass;
  }

  /** Returns the number of the class in which containers count that get a part of the offer. */
  int offeredClass() {
    return ofIdle ? classes.guests() : machineClass;
  }

  /** Returns whether requests without a label are offered what is idle on a node with a label. */
  boolean isOfIdle() {
    return ofIdle;
  }

  /** Subtracts a placed container from the free resources. */
  void take(long[] amounts) {
    ResourceVectors.add(amounts, -1, free);
  }

  boolean nothingIsFree() {
    for (long amount : free) {
      if (amount > 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether a resource that is needed is exhausted. An application that needs it is
   * blocked, as in the papers, however much is free of the others.
   */
  boolean isExhausted(long[] needed) {
    for (int j = 0; j < free.length; j++) {
      if (needed[j] > 0 && free[j] <= 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns what is free; negative on an over-committed node. Not a copy. */
  long[] free() {
    return free;
  }

  /** Returns the node's total. Not a copy. */
  long[] total() {
    return total;
  }

  /** Returns the offer, for a selection. Not a copy. */
  Offer offer() {
    return offer;
  }

  /**
   * Offers the node's total of each resource that is not exhausted on it. The selection then names
   * the application whose turn it is among those that the node could serve once containers end.
   */
  void openTurns() {
    computeTurns();
    offer.open(inTree());
  }

  private long[] inTree() {
    if (classes.isOne()) {
      return offered;
    }
    int reach = ofIdle ? ShareSpace.IDLE_ROOM : ShareSpace.ANY_CLASS;
    classes.put(offeredClass(), offered, reach, inTree);
    return inTree;
  }

  /** Removes the resources from the offer for turns that were exhausted since. */
  void narrowTurns() {
    computeTurns();
    narrow();
  }

  /** Returns what is offered for turns. Not a copy; valid until the next call. */
  long[] turns() {
    computeTurns();
    return offered;
  }

  private void computeTurns() {
    for (int j = 0; j < free.length; j++) {
      offered[j] = free[j] > 0 ? total[j] : 0;
    }
  }

  /**
   * Returns the free resources that may be offered. Not a copy; valid until the next call.
   *
   * @param withheld a reservation whose resources are left out, at least 0; null for none
   */
  long[] available(@Nullable Reservation withheld) {
    computeFree(withheld);
    for (int j = 0; withheld != null && j < offered.length; j++) {
      offered[j] = free[j] < 0 ? free[j] : Math.max(0, offered[j]);
    }
    return offered;
  }

  /**
   * Offers the free resources.
   *
   * @param withheld a reservation whose resources are not offered, null for none
   */
  void openFree(@Nullable Reservation withheld) {
    computeFree(withheld);
    offer.open(inTree());
  }

  /**
   * Offers the free resources, which nothing else can use, to requests without a label too.
   *
   * @param withheld as in {@link #openFree}
   */
  void openIdle(@Nullable Reservation withheld) {
    ofIdle = true;
    openFree(withheld);
  }

  /**
   * Removes from the offer what is no longer free.
   *
   * @param withheld as in {@link #openFree}
   */
  void narrowFree(@Nullable Reservation withheld) {
    computeFree(withheld);
    narrow();
  }

  private void computeFree(@Nullable Reservation withheld) {
    for (int j = 0; j < free.length; j++) {
      offered[j] = withheld == null ? free[j] : free[j] - withheld.amount(j);
    }
  }

  private void narrow() {
    int offset = classes.offset(offeredClass());
    if (!classes.isOne()) {
      Arrays.fill(excess, 0);
    }
    for (int j = 0; j < free.length; j++) {
      excess[offset + j] = offer.free(offset + j) - Math.max(0, offered[j]);
    }
    offer.take(excess);
  }
}
