// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.Resource;

/**
 * The demand vector of one task, as {@code memory-mb=1024,vcores=1,yarn.io/gpu=1}. Whatever is not
 * named is not needed.
 *
 * @param units units of each resource by YARN's name of it, in the order given; immutable
 */
public record TaskDemand(Map<String, Long> units) {
  /** YARN's name of memory, in MiB. */
  public static final String MEMORY = "memory-mb";

  /** YARN's name of CPU cores. */
  public static final String VCORES = "vcores";

  public TaskDemand {
    units = Collections.unmodifiableMap(new LinkedHashMap<>(units));
  }

  /**
   * Reads the form that {@link #toString()} writes.
   *
   * @throws IllegalArgumentException if {@code text} has another form
   */
  public static TaskDemand parse(String text) {
    Map<String, Long> units = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      String[] pair = part.split("=", -1);
      if (pair.length != 2 || !pair[1].matches("\\d{1,15}")) {
        throw new IllegalArgumentException(
            "demand '"
                + text
                + "': expected resource=units, separated by commas, but found '"
                + part
                + "'");
      }
      units.put(pair[0], Long.parseLong(pair[1]));
    }
    return new TaskDemand(units);
  }

  /** Units needed of {@code resource}. */
  public long of(String resource) {
    return units.getOrDefault(resource, 0L);
  }

  /**
   * The same as YARN's record.
   *
   * @throws org.apache.hadoop.yarn.exceptions.ResourceNotFoundException if a type is unknown to
   *     this JVM, i.e. to the {@code resource-types.xml} on its class path
   */
  public Resource toResource() {
    Resource resource = Resource.newInstance(of(MEMORY), Math.toIntExact(of(VCORES)));
    units.forEach(resource::setResourceValue);
    return resource;
  }

  @Override
  public String toString() {
    return units.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(","));
  }
}
