// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.report;

import io.github.yarnfair.scheduler.conf.capacity.QueueWeight;
import io.github.yarnfair.scheduler.conf.capacity.ResourceAmount;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.jspecify.annotations.Nullable;

/** A configured capacity in the words of CapacityScheduler's REST answer. */
final class CapacityText {
  private static final QueueWeight ALL = new QueueWeight.Percentage(100);

  private final QueueWeight capacity;

  /**
   * @param capacity null for root, which always has 100 %
   */
  CapacityText(@Nullable QueueWeight capacity) {
    this.capacity = capacity == null ? ALL : capacity;
  }

  /** Returns percentage, weight, absolute or mixed. */
  String mode() {
    if (capacity instanceof QueueWeight.Percentage) {
      return "percentage";
    } else if (capacity instanceof QueueWeight.Weight) {
      return "weight";
    }
    return capacity instanceof QueueWeight.Absolute ? "absolute" : "mixed";
  }

  /** Returns the weight; -1 if the capacity is none. */
  double weight() {
    return capacity instanceof QueueWeight.Weight weight ? weight.weight() : -1;
  }

  /** Returns the capacity of each resource type, in the order of the types. */
  Map<String, String> vector() {
    Map<String, String> vector = new LinkedHashMap<>();
    for (ResourceInformation type : ResourceUtils.getResourceTypesArray()) {
      vector.put(type.getName(), of(type.getName()));
    }
    return vector;
  }

  /** Returns the capacity in the words of a queue file: {@code 40}, {@code 40w} or a vector. */
  String configured() {
    if (capacity instanceof QueueWeight.Percentage percentage) {
      return number(percentage.percent());
    } else if (capacity instanceof QueueWeight.Weight weight) {
      return number(weight.weight()) + "w";
    }
    return vector().entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue())
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private String of(String type) {
    if (capacity instanceof QueueWeight.Percentage percentage) {
      return percentage.percent() + "%";
    } else if (capacity instanceof QueueWeight.Weight weight) {
      return weight.weight() + "w";
    }
    return capacity instanceof QueueWeight.Mixed mixed
        ? of(mixed, type)
        : amount(((QueueWeight.Absolute) capacity).amounts(), type);
  }

  private static String of(QueueWeight.Mixed mixed, String type) {
    Double percentage = mixed.percentages().get(type);
    if (percentage != null) {
      return percentage + "%";
    }
    Double weight = mixed.weights().get(type);
    return weight == null ? amount(mixed.amounts(), type) : weight + "w";
  }

  private static String amount(List<ResourceAmount> amounts, String type) {
    return amounts.stream()
        .filter(amount -> amount.resource().equals(type))
        .map(amount -> Double.toString((double) amount.value()))
        .findFirst()
        .orElse("0.0");
  }
}
