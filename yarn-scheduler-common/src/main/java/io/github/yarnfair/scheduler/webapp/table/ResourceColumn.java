// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.table;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.thirdparty.com.google.common.math.LongMath;
import org.apache.hadoop.util.StringUtils;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;

/**
 * The display format of a resource type.
 *
 * @param name the type's name
 * @param title heading of the column
 * @param unit the unit of its amounts, may be empty
 */
public record ResourceColumn(String name, String title, String unit) {
  /** Keeps a number and its unit on one line. */
  public static final char UNBROKEN = '\u00a0';

  private static final long BYTES_IN_MIB = 1L << 20;

  /** Returns the resource types that are scheduled, memory and vcores first. */
  public static List<ResourceColumn> all() {
    return Arrays.stream(ResourceUtils.getResourceTypesArray())
        .limit(ResourceUtils.getNumberOfCountableResourceTypes())
        .map(type -> new ResourceColumn(type.getName(), title(type.getName()), type.getUnits()))
        .toList();
  }

  private static String title(String name) {
    return switch (name) {
      case ResourceInformation.MEMORY_URI -> "Memory";
      case ResourceInformation.VCORES_URI -> "VCores";
      default -> name;
    };
  }

  /** Returns the amount of this type. */
  public long amount(Resource resource) {
    return resource.getResourceValue(name);
  }

  /** Writes an amount: {@code 1.50 GB} of memory, otherwise the number with its unit. */
  public String write(Resource resource) {
    long amount = amount(resource);
    if (name.equals(ResourceInformation.MEMORY_URI)) {
      return StringUtils.byteDesc(LongMath.saturatedMultiply(amount, BYTES_IN_MIB))
          .replace(' ', UNBROKEN);
    }
    return unit.isEmpty() ? Long.toString(amount) : Long.toString(amount) + UNBROKEN + unit;
  }

  /**
   * Writes an amount with its resource type, for places without a column title: {@code 1.50 GB},
   * {@code 2 yarn.io/gpu}.
   */
  public String writeWithTitle(Resource resource) {
    String amount = write(resource);
    return name.equals(ResourceInformation.MEMORY_URI) ? amount : amount + UNBROKEN + title;
  }

  /** Writes the amounts that are not zero. */
  public static String write(List<ResourceColumn> resources, Resource amounts) {
    return resources.stream()
        .filter(resource -> resource.amount(amounts) > 0)
        .map(resource -> resource.writeWithTitle(amounts))
        .collect(Collectors.joining(", "));
  }
}
