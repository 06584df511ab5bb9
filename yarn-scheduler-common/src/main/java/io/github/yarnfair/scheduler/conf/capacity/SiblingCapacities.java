// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.capacity;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;

/**
 * The capacities of one parent's children, which may be of several kinds, as in CapacityScheduler's
 * mode that is not the legacy one. The parent's entitlement to each resource type is divided in
 * this order: absolute amounts first, then percentages of the remainder, then the rest by weight.
 * Amounts above the parent's in sum, and percentages above 100 in sum, are scaled down.
 */
public final class SiblingCapacities {
  private final List<QueueWeight> siblings;

  /**
   * @param siblings in the order in which results are wanted
   */
  public SiblingCapacities(List<QueueWeight> siblings) {
    this.siblings = List.copyOf(siblings);
  }

  /**
   * Returns whether the weights depend on what the parent is entitled to: if the kinds differ, or a
   * vector has components that are not amounts. A plain 0 is of any kind.
   */
  public boolean areOfSeveralKinds() {
    return siblings.stream().anyMatch(QueueWeight.Mixed.class::isInstance)
        || siblings.stream()
                .filter(sibling -> !isNeutral(sibling))
                .map(QueueWeight::getClass)
                .distinct()
                .count()
            > 1;
  }

  /** A plain 0 says the same in every kind, and CapacityScheduler allows it beside all of them. */
  static boolean isNeutral(QueueWeight weight) {
    return weight instanceof QueueWeight.Percentage percentage && percentage.isZero();
  }

  /**
   * Returns the weights in the share tree. Among siblings of several kinds a weight is the dominant
   * share of the sibling's entitlement: the largest part of the parent's entitlement, over the
   * resource types.
   *
   * @param parent what the parent is entitled to
   * @param cluster all resources of the cluster's nodes
   * @return finite, and above zero
   */
  public double[] weights(Resource parent, Resource cluster) {
    if (!areOfSeveralKinds()) {
      return siblings.stream().mapToDouble(sibling -> sibling.resolve(cluster)).toArray();
    }
    double[] weights = new double[siblings.size()];
    for (ResourceInformation type : parent.getResources()) {
      if (type.getValue() > 0) {
        double[] entitled = entitled(type.getName(), type.getValue());
        for (int i = 0; i < weights.length; i++) {
          weights[i] = Math.max(weights[i], entitled[i] / (double) type.getValue());
        }
      }
    }
    boolean isEmpty = ResourceAmount.isEmpty(parent);
    for (int i = 0; i < weights.length; i++) {
      boolean counts = isEmpty && !siblings.get(i).isZero();
      weights[i] = counts ? 1 : Math.max(weights[i], QueueWeight.LEFTOVERS);
    }
    return weights;
  }

  /**
   * Returns what one of them is entitled to.
   *
   * @param parent what the parent is entitled to
   * @return a new resource, rounded down to whole units
   */
  public Resource entitled(int sibling, Resource parent) {
    Resource entitled = Resource.newInstance(parent);
    for (ResourceInformation type : parent.getResources()) {
      double[] amounts = entitled(type.getName(), type.getValue());
      entitled.setResourceValue(type.getName(), (long) amounts[sibling]);
    }
    return entitled;
  }

  private double[] entitled(String type, long parent) {
    double[] amounts = siblings.stream().mapToDouble(sibling -> amount(sibling, type)).toArray();
    double[] percentages =
        siblings.stream().mapToDouble(sibling -> percentage(sibling, type)).toArray();
    double[] weights = siblings.stream().mapToDouble(sibling -> weight(sibling, type)).toArray();
    boolean percentagesShareAll = !areOfSeveralKinds();
    double left = (double) parent;
    double[] entitled = new double[amounts.length];
    left -= add(amounts, Math.min(1, left / Math.max(1, sum(amounts))), entitled);
    double all = sum(percentages);
    double whole = percentagesShareAll && all > 0 ? all : Math.max(100, all);
    left -= add(percentages, left / whole, entitled);
    double sumOfWeights = sum(weights);
    if (sumOfWeights > 0) {
      add(weights, Math.max(0, left) / sumOfWeights, entitled);
    }
    return entitled;
  }

  /** Adds parts, each times a factor; returns how much that was. */
  private static double add(double[] parts, double factor, double[] sums) {
    double added = 0;
    for (int i = 0; i < parts.length; i++) {
      sums[i] += parts[i] * factor;
      added += parts[i] * factor;
    }
    return added;
  }

  private static double sum(double[] parts) {
    double sum = 0;
    for (double part : parts) {
      sum += part;
    }
    return sum;
  }

  private static double amount(QueueWeight sibling, String type) {
    if (sibling instanceof QueueWeight.Absolute absolute) {
      return amount(absolute.amounts(), type);
    }
    return sibling instanceof QueueWeight.Mixed mixed ? amount(mixed.amounts(), type) : 0;
  }

  private static double amount(List<ResourceAmount> amounts, String type) {
    return amounts.stream()
        .filter(amount -> amount.resource().equals(type))
        .mapToDouble(ResourceAmount::value)
        .sum();
  }

  private static double percentage(QueueWeight sibling, String type) {
    if (sibling instanceof QueueWeight.Percentage percentage) {
      return percentage.percent();
    }
    return sibling instanceof QueueWeight.Mixed mixed ? value(mixed.percentages(), type) : 0;
  }

  private static double weight(QueueWeight sibling, String type) {
    if (sibling instanceof QueueWeight.Weight weight) {
      return weight.weight();
    }
    return sibling instanceof QueueWeight.Mixed mixed ? value(mixed.weights(), type) : 0;
  }

  private static double value(Map<String, Double> values, String type) {
    return values.getOrDefault(type, 0.0);
  }
}
