// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.resource;

import java.util.Arrays;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.util.UnitsConversionUtil;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;

/**
 * Converts between YARN's resources and the share tree's vectors. Component j is the j-th resource
 * type that the ResourceManager knows (memory, vcores, then the extended ones), in that type's
 * unit.
 */
public final class ResourceVectors {
  private final int length = ResourceUtils.getNumberOfCountableResourceTypes();
  private final String[] units =
      Arrays.stream(ResourceUtils.getResourceTypesArray())
          .map(ResourceInformation::getUnits)
          .toArray(String[]::new);

  /** Returns m, the number of countable resource types. */
  public int length() {
    return length;
  }

  /** Returns the amounts of a resource; negative ones (an over-committed node) stay negative. */
  public long[] of(Resource resource) {
    long[] vector = new long[length];
    read(resource, vector);
    return vector;
  }

  /** Reads the amounts of a resource into a vector. */
  public void read(Resource resource, long[] into) {
    ResourceInformation[] amounts = resource.getResources();
    for (int j = 0; j < length; j++) {
      into[j] = inOwnUnit(j, amounts[j]);
    }
  }

  /** Adds amounts to a sum or, with sign -1, takes them from it. */
  public static void add(long[] amounts, int sign, long[] sum) {
    for (int j = 0; j < sum.length; j++) {
      sum[j] += sign * amounts[j];
    }
  }

  /** Returns the resource with the amounts of a vector, {@code Long.MAX_VALUE} included. */
  public Resource toResource(long[] vector) {
    Resource resource = Resource.newInstance(0, 0);
    for (int j = 0; j < length; j++) {
      resource.setResourceValue(j, vector[j]);
    }
    return resource;
  }

  private long inOwnUnit(int type, ResourceInformation amount) {
    String unit = units[type];
    return unit.equals(amount.getUnits())
        ? amount.getValue()
        : UnitsConversionUtil.convert(amount.getUnits(), unit, amount.getValue());
  }
}
