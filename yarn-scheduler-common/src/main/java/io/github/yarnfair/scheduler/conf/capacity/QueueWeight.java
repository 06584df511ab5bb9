// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.capacity;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Resource;

/**
 * A queue's {@code capacity}: its weight among its siblings. Only ratios between siblings matter,
 * so percentages need not add up to 100. {@link SiblingCapacities} computes weights of siblings
 * with capacities of several kinds.
 */
public sealed interface QueueWeight {

  /**
   * The weight of a queue with a capacity of zero. CapacityScheduler lets such a queue use what the
   * others leave; a share tree needs weights above zero, and this one is far below any configured
   * one.
   */
  double LEFTOVERS = 1e-9;

  /** The weight of a queue among siblings none of which configures a capacity: all are equal. */
  QueueWeight EQUAL = new Weight(1);

  /**
   * The weight in the share tree.
   *
   * @param clusterTotal all resources of the cluster's nodes; only {@link Absolute} looks at it
   * @return finite and above zero
   */
  double resolve(Resource clusterTotal);

  /** Whether the queue gets only what its siblings leave. */
  boolean isZero();

  /** {@code 4w}. */
  record Weight(double weight) implements QueueWeight {
    public Weight {
      requireNonNegative(weight);
    }

    @Override
    public double resolve(Resource clusterTotal) {
      return isZero() ? LEFTOVERS : weight;
    }

    @Override
    public boolean isZero() {
      return weight == 0;
    }
  }

  /** {@code 40}: the number itself is the weight. */
  record Percentage(double percent) implements QueueWeight {
    public Percentage {
      requireNonNegative(percent);
    }

    @Override
    public double resolve(Resource clusterTotal) {
      return isZero() ? LEFTOVERS : percent;
    }

    @Override
    public boolean isZero() {
      return percent == 0;
    }
  }

  /**
   * {@code [memory=4096,vcores=4]}: the weight is the vector's dominant share of the cluster.
   *
   * @param amounts absolute amounts, in the unit of each resource type
   */
  record Absolute(List<ResourceAmount> amounts) implements QueueWeight {
    public Absolute {
      amounts = List.copyOf(amounts);
    }

    /**
     * The largest of amount over cluster total, among the resource types that the cluster has. An
     * empty cluster has no shares: until its first node registers, all vectors count 1.
     */
    @Override
    public double resolve(Resource clusterTotal) {
      if (isZero()) {
        return LEFTOVERS;
      }
      double dominant = 0;
      for (ResourceAmount amount : amounts) {
        dominant = Math.max(dominant, amount.shareOf(clusterTotal));
      }
      if (dominant > 0) {
        return Math.max(dominant, LEFTOVERS);
      }
      return ResourceAmount.isEmpty(clusterTotal) ? 1 : LEFTOVERS;
    }

    @Override
    public boolean isZero() {
      return amounts.stream().allMatch(amount -> amount.value() == 0);
    }
  }

  /**
   * {@code [memory=50%,vcores=2w,yarn.io/gpu=1]}: a vector whose components are not all amounts.
   *
   * @param amounts components that are absolute, in the unit of each resource type
   * @param percentages of the resources that the amounts of all siblings leave, by YARN's name of
   *     the type
   * @param weights by which siblings share the resources that amounts and percentages leave, by
   *     name of the type
   */
  record Mixed(
      List<ResourceAmount> amounts, Map<String, Double> percentages, Map<String, Double> weights)
      implements QueueWeight {
    public Mixed {
      amounts = List.copyOf(amounts);
      percentages = Map.copyOf(percentages);
      weights = Map.copyOf(weights);
      percentages.values().forEach(QueueWeight::requireNonNegative);
      weights.values().forEach(QueueWeight::requireNonNegative);
    }

    /** What it would be without siblings. */
    @Override
    public double resolve(Resource clusterTotal) {
      return new SiblingCapacities(List.of(this)).weights(clusterTotal, clusterTotal)[0];
    }

    @Override
    public boolean isZero() {
      return amounts.stream().allMatch(amount -> amount.value() == 0)
          && percentages.values().stream().allMatch(percent -> percent == 0)
          && weights.values().stream().allMatch(weight -> weight == 0);
    }
  }

  private static void requireNonNegative(double number) {
    if (!(number >= 0 && number < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("not a finite number from 0 up: " + number);
    }
  }
}
