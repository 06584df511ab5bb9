// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.capacity;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;

/**
 * A queue's {@code maximum-capacity}: a hard cap on what the queue holds, for each resource type by
 * itself. It is relative to the parent's cap, so no queue's cap exceeds an ancestor's.
 */
public sealed interface QueueLimit {

  /** No cap but the parent's: {@code maximum-capacity} is absent, -1 or 100. */
  QueueLimit UNLIMITED = new Percentage(100);

  /**
   * The cap.
   *
   * @param parentLimit the parent's cap; for root, all resources of the cluster's nodes
   * @return a new resource, no component above {@code parentLimit}'s
   */
  Resource resolve(Resource parentLimit);

  /**
   * The cap as a part of the parent's: of a vector the largest part, over the resource types that
   * it names.
   *
   * @return from 0 to 1; 1 if it names none that the parent has
   */
  double fraction(Resource parentLimit);

  /**
   * {@code 60}: that part of each resource of the parent's cap, rounded down to a whole unit. (60 %
   * of 1 GPU is none.)
   *
   * @param percent from 0 to 100
   */
  record Percentage(double percent) implements QueueLimit {
    public Percentage {
      if (!(percent >= 0 && percent <= 100)) {
        throw new IllegalArgumentException("not a percentage from 0 to 100: " + percent);
      }
    }

    @Override
    public Resource resolve(Resource parentLimit) {
      Resource cap = Resource.newInstance(parentLimit);
      for (ResourceInformation information : parentLimit.getResources()) {
        long whole = information.getValue();
        cap.setResourceValue(information.getName(), part(whole));
      }
      return cap;
    }

    private long part(long whole) {
      return QueueLimit.part(whole, percent);
    }

    @Override
    public double fraction(Resource parentLimit) {
      return percent / 100;
    }
  }

  /**
   * {@code [memory=4096,vcores=4]}: absolute amounts. A resource type that is not named is not
   * limited here. (CapacityScheduler reads it as zero, but never compares it by itself: it compares
   * the dominant shares of the whole vectors.)
   *
   * @param amounts in the unit of each resource type
   */
  record Absolute(List<ResourceAmount> amounts) implements QueueLimit {
    public Absolute {
      amounts = List.copyOf(amounts);
    }

    @Override
    public Resource resolve(Resource parentLimit) {
      Resource cap = Resource.newInstance(parentLimit);
      for (ResourceAmount amount : amounts) {
        long ofParent = parentLimit.getResourceValue(amount.resource());
        cap.setResourceValue(amount.resource(), Math.min(amount.value(), ofParent));
      }
      return cap;
    }

    @Override
    public double fraction(Resource parentLimit) {
      return amounts.stream()
          .filter(amount -> parentLimit.getResourceValue(amount.resource()) > 0)
          .mapToDouble(amount -> Math.min(1, amount.shareOf(parentLimit)))
          .max()
          .orElse(1);
    }
  }

  /**
   * {@code [memory=50%,vcores=4]}: amounts, and parts of the parent's cap. A resource type that is
   * not named is not limited here.
   *
   * @param amounts components that are absolute
   * @param percentages the others, from 0 to 100, by YARN's name of the resource type
   */
  record Mixed(Absolute amounts, Map<String, Double> percentages) implements QueueLimit {
    public Mixed {
      percentages = Map.copyOf(percentages);
    }

    @Override
    public Resource resolve(Resource parentLimit) {
      Resource cap = amounts.resolve(parentLimit);
      percentages.forEach(
          (type, percent) ->
              cap.setResourceValue(type, part(parentLimit.getResourceValue(type), percent)));
      return cap;
    }

    @Override
    public double fraction(Resource parentLimit) {
      double most = percentages.values().stream().mapToDouble(p -> p / 100).max().orElse(0);
      return amounts.amounts().isEmpty() ? most : Math.max(most, amounts.fraction(parentLimit));
    }
  }

  /** Multiplied before it is divided, so that whole percentages of small numbers are exact. */
  private static long part(long whole, double percent) {
    return percent == 100 ? whole : (long) Math.floor(whole * percent / 100);
  }
}
