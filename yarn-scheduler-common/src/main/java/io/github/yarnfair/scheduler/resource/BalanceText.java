// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.resource;

import io.github.yarnfair.core.balance.BalanceBook;
import io.github.yarnfair.core.balance.BalanceRules;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.Locale;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.jspecify.annotations.Nullable;

/** Balances of queues in sentences: "5.8 GPU-hours behind; weighs 2.0 times; floor 0.5". */
public final class BalanceText {
  private static final double SECONDS_PER_HOUR = 3600;
  private static final double MIB_PER_GIB = 1024;

  private BalanceText() {}

  /**
   * Returns the balance of a queue, or of a user, of the resource in which it is furthest ahead or
   * behind; null for an application and for the root.
   *
   * @param book null for none
   */
  public static @Nullable String of(@Nullable BalanceBook book, ShareTree tree, int node) {
    if (book == null || node == ShareTree.ROOT || tree.isLeaf(node)) {
      return null;
    }
    int share = furthest(book.relatives(node));
    String resource =
        ResourceUtils.getResourceTypesArray()[tree.space().resourceOfShare(share)].getName();
    double factor = tree.balanceAt(node, tree.space().weightOf(share));
    return sentence(resource, book.get(node, share), factor, book.rules());
  }

  /** Returns the position of the number that is furthest from 0. */
  public static int furthest(double[] relatives) {
    int furthest = 0;
    for (int s = 1; s < relatives.length; s++) {
      if (Math.abs(relatives[s]) > Math.abs(relatives[furthest])) {
        furthest = s;
      }
    }
    return furthest;
  }

  /**
   * Returns one balance.
   *
   * @param amount in the resource's unit times seconds; below 0 for what is behind
   * @param factor by what the configured weight is multiplied
   */
  public static String sentence(String resource, double amount, double factor, BalanceRules rules) {
    boolean isMemory = resource.equals(ResourceInformation.MEMORY_URI);
    double hours = Math.abs(amount) / SECONDS_PER_HOUR / (isMemory ? MIB_PER_GIB : 1);
    return String.format(
        Locale.ROOT,
        "%.1f %s-hours %s; weighs %.1f times; floor %s",
        hours,
        isMemory ? "GiB" : unit(resource),
        amount < 0 ? "behind" : "ahead",
        factor,
        rules.floor());
  }

  private static String unit(String resource) {
    return switch (resource) {
      case ResourceInformation.VCORES_URI -> "vcore";
      case ResourceInformation.GPU_URI -> "GPU";
      default -> resource;
    };
  }
}
