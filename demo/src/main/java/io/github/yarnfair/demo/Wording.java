// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import io.github.yarnfair.minicluster.NodeShape;
import io.github.yarnfair.minicluster.TaskDemand;
import java.util.Locale;
import java.util.stream.Collectors;

/** How amounts and shares are written on the screen. */
final class Wording {
  private Wording() {}

  /** A short name of the resource: {@code CPU} for {@code vcores}. */
  static String name(String resource) {
    return switch (resource) {
      case TaskDemand.MEMORY -> "memory";
      case TaskDemand.VCORES -> "CPU";
      default -> resource.substring(resource.indexOf('/') + 1).toUpperCase(Locale.ROOT);
    };
  }

  /** An amount with its unit: {@code 4 GB}, {@code 1 CPU}. */
  static String amount(String resource, long units) {
    return resource.equals(TaskDemand.MEMORY) ? units / 1024 + " GB" : units + " " + name(resource);
  }

  /** How much of a resource is in use: {@code CPU 28/30}, {@code memory 40/76 GB}. */
  static String inUse(String resource, long used, long all) {
    return resource.equals(TaskDemand.MEMORY)
        ? "memory " + used / 1024 + "/" + all / 1024 + " GB"
        : name(resource) + " " + used + "/" + all;
  }

  /** A demand vector: {@code 1 GB 1 CPU}. */
  static String demand(TaskDemand demand) {
    return demand.units().entrySet().stream()
        .map(entry -> amount(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(" "));
  }

  /** A machine: {@code gpu-1 16 GB 6 CPU 4 GPU}. */
  static String node(NodeShape node) {
    StringBuilder words = new StringBuilder(String.format(Locale.ROOT, "%-9s", node.name()));
    words.append(amount(TaskDemand.MEMORY, node.memoryMb())).append(' ');
    words.append(amount(TaskDemand.VCORES, node.vcores()));
    node.devices().forEach((type, count) -> words.append(' ').append(amount(type, count)));
    return words.toString();
  }

  /** A weight, without a fraction where it has none. */
  static String weight(double weight) {
    return weight == Math.rint(weight) ? Long.toString((long) weight) : Double.toString(weight);
  }

  /** A share of the cluster, to two digits. */
  static String share(double share) {
    // Adding 0 turns a negative zero into a positive one.
    return String.format(Locale.ROOT, "%.2f", Math.round(share * 100) / 100.0 + 0.0);
  }

  /** A difference of shares, with its sign. */
  static String signed(double difference) {
    return (Math.round(difference * 100) >= 0 ? "+" : "") + share(difference);
  }
}
