// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.balance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.yarnfair.core.balance.BalanceRules;
import io.github.yarnfair.scheduler.balance.BalanceReport.Line;
import io.github.yarnfair.scheduler.resource.BalanceText;
import java.util.Comparator;
import java.util.List;

/** The balances as the REST answer has them. */
public final class BalanceJson {
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
    json.put(
        "sentence", BalanceText.sentence(line.resource(), line.amount(), line.factor(), rules));
  }
}
