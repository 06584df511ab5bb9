// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.metrics;

import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.util.resource.Resources;

/** A number of containers and the sum of their resources, by type. Either may be negative. */
public final class ContainerSum {
  /** The index of virtual cores among the resource types. */
  public static final int VCORES = 1;

  private long containers;
  private long[] total = {};

  public void add(long count, Resource each) {
    ResourceInformation[] amounts = each.getResources();
    grow(amounts.length);
    containers += count;
    for (int j = 0; j < amounts.length; j++) {
      total[j] += amounts[j].getValue() * count;
    }
  }

  public void add(ContainerSum more, int sign) {
    grow(more.total.length);
    containers += sign * more.containers;
    for (int j = 0; j < more.total.length; j++) {
      total[j] += sign * more.total[j];
    }
  }

  private void grow(int length) {
    if (total.length < length) {
      total = Arrays.copyOf(total, length);
    }
  }

  public long containers() {
    return containers;
  }

  /** Returns the sum of a resource type over the containers, 0 for a type that none of them has. */
  public long total(int type) {
    return type < total.length ? total[type] : 0;
  }

  long vcores() {
    return total(VCORES);
  }

  boolean isNothing() {
    return containers == 0 && Arrays.stream(total).allMatch(amount -> amount == 0);
  }

  /**
   * Passes the sum to metrics that count containers of one size, as YARN's do. If these are not of
   * one size, one container gets the whole sum and the others nothing.
   *
   * <p>YARN counts containers and vcores in ints that wrap around. A sum beyond an int is therefore
   * passed modulo 2<sup>32</sup>, and is exact again once it is subtracted; saturating here would
   * leave a permanent error.
   */
  void handOn(ObjIntConsumer<Resource> metrics) {
    if (areOfOneSize()) {
      metrics.accept(resource(containers), (int) containers);
    } else if (!isNothing()) {
      metrics.accept(resource(1), 1);
      if (containers != 1) {
        metrics.accept(Resources.none(), (int) (containers - 1));
      }
    }
  }

  private boolean areOfOneSize() {
    boolean divides = containers != 0 && containers == (int) containers;
    for (int j = 0; j < total.length && divides; j++) {
      divides = total[j] % containers == 0;
    }
    return divides;
  }

  private Resource resource(long divisor) {
    Resource each = Resource.newInstance(0, 0);
    for (int j = 0; j < total.length; j++) {
      if (j == VCORES) {
        each.setVirtualCores((int) (total[j] / divisor));
      } else {
        each.setResourceValue(j, total[j] / divisor);
      }
    }
    return each;
  }
}
