// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.convert;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What bounds a queue and the queues above it, by resource type. FairScheduler's percentages are
 * those of the cluster, {@code maximum-capacity} is a part of the parent's.
 */
final class QueueCap {
  /** No bound but the cluster. */
  static final QueueCap NONE = new QueueCap(Map.of(), new Bound(BigDecimal.valueOf(100)));

  private static final BigDecimal WHOLE = BigDecimal.valueOf(100);

  /** The scheduler rounds amounts down; a part that is rounded up loses no unit by that. */
  private static final int DECIMALS = 6;

  private final Map<String, Bound> named;
  private final Bound others;

  private QueueCap(Map<String, Bound> named, Bound others) {
    this.named = named;
    this.others = others;
  }

  /**
   * A bound of one type.
   *
   * @param percent of the cluster, from 0 to 100; null if it is an amount
   */
  private record Bound(@Nullable BigDecimal percent) {}

  /** Whether any type is bounded by less than the cluster. */
  boolean isLimited() {
    return !others.equals(NONE.others) || !named.isEmpty();
  }

  /** The cap of a queue that is below this one and has a maximum of its own. */
  QueueCap below(ResourceText own) {
    Map<String, Bound> all = new HashMap<>(named);
    own.named().keySet().forEach(type -> all.putIfAbsent(type, others));
    all.replaceAll((type, bound) -> bound(bound, own, own.of(type)));
    return new QueueCap(all, bound(others, own, own.others()));
  }

  private static Bound bound(Bound parent, ResourceText own, @Nullable BigDecimal number) {
    if (number == null) {
      return parent;
    }
    if (!own.isPercentage()) {
      return new Bound(null);
    }
    BigDecimal ofParent = parent.percent();
    return ofParent == null ? parent : new Bound(ofParent.min(number));
  }

  /**
   * Returns the value of {@code maximum-capacity} for a queue that is below this one.
   *
   * @param extended all types but memory and vcores that the file names
   * @param lost gets the types whose percentage has no counterpart, because an amount bounds a
   *     queue above
   * @return null if the queue needs none
   */
  @Nullable String maximumCapacity(ResourceText own, Iterable<String> extended, List<String> lost) {
    if (own.isPercentage() && own.named().isEmpty() && named.isEmpty()) {
      return relative(others, own.others(), "all types", lost);
    }
    List<String> parts = new ArrayList<>();
    for (String type : own.types(extended)) {
      BigDecimal number = own.of(type);
      String value =
          own.isPercentage()
              ? relative(named.getOrDefault(type, others), number, type, lost)
              : String.valueOf(number);
      if (value != null) {
        String name = type.equals(ResourceText.MEMORY) ? "memory" : type;
        parts.add(name + "=" + value + (own.isPercentage() ? "%" : ""));
      }
    }
    return parts.isEmpty() ? null : "[" + String.join(",", parts) + "]";
  }

  /** Which part of a bound a percentage of the cluster is; null if it is all of it, or more. */
  private static @Nullable String relative(
      Bound bound, @Nullable BigDecimal percent, String type, List<String> lost) {
    BigDecimal whole = bound.percent();
    if (whole == null) {
      lost.add(type);
      return null;
    }
    if (percent == null || percent.compareTo(whole) >= 0) {
      return null;
    }
    return plain(percent.multiply(WHOLE).divide(whole, DECIMALS, RoundingMode.CEILING));
  }

  /** Digits without an exponent and without zeros at the end. */
  static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}
