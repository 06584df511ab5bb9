// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.balance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.yarnfair.core.balance.BalanceRules;
import io.github.yarnfair.scheduler.balance.BalanceReport.Line;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.yarn.api.records.ResourceInformation;

/** The balances as the REST answer has them. */
public final class BalanceJson {
  private static final double SECONDS_PER_HOUR = 3600;
  private static final double MIB_PER_GIB = 1024;

  private BalanceJson() {}

  /** Returns the answer. */
  public static String write(BalanceReport report) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ObjectNode balances = json.putObject("balances");
    BalanceRules rules = report.rules();
    balances.put("enabled", rules != null);
    if (rules != null) {
      balances.put("halfLifeSeconds", rules.halfLifeMillis() / 1000);
      balances.put("floor", rules.floor());
      balances.put("strength", rules.strength());
      balances.put("charges", rules.onlyContended() ? "contended" : "all");
      ArrayNode lines = balances.putArray("balance");
      List<Line> sorted =
          report.queues().stream()
              .sorted(Comparator.comparing(Line::queue).thenComparing(Line::user))
              .toList();
      sorted.forEach(line -> add(lines.addObject(), line, rules));
    }
    return json.toString();
  }

  private static void add(ObjectNode json, Line line, BalanceRules rules) {
    json.put("queue", line.queue());
    if (!line.user().isEmpty()) {
      json.put("user", line.user());
    }
    json.put("partition", line.machineClass());
    json.put("resource", line.resource());
    json.put("resourceSeconds", line.amount());
    json.put("relative", line.relative());
    json.put("weighsTimes", line.factor());
    json.put("sentence", sentence(line, rules));
  }

  /** Returns a balance in one sentence: "5.8 GPU-hours behind; weighs 2.0 times; floor 0.5". */
  public static String sentence(Line line, BalanceRules rules) {
    boolean isMemory = line.resource().equals(ResourceInformation.MEMORY_URI);
    double hours = Math.abs(line.amount()) / SECONDS_PER_HOUR / (isMemory ? MIB_PER_GIB : 1);
    return String.format(
        Locale.ROOT,
        "%.1f %s-hours %s; weighs %.1f times; floor %s",
        hours,
        isMemory ? "GiB" : unit(line.resource()),
        line.amount() < 0 ? "behind" : "ahead",
        line.factor(),
        rules.floor());
  }

  private static String unit(String resource) {
    return switch (resource) {
      case ResourceInformation.VCORES_URI -> "vcore";
      case ResourceInformation.GPU_URI -> "GPU";
      default -> resource;
    };
  }
}
