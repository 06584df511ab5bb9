// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.simulator.drfh.DrfhUser;
import io.github.yarnfair.simulator.scenario.DrfhScenario.Quantity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the cases of servers and users. Amounts may be decimal fractions: all amounts of a case are
 * multiplied by the least power of ten that makes them whole.
 */
final class DrfhReader {
  /** More decimals leave no room for the amounts themselves. */
  private static final int MOST_DECIMALS = 6;

  private final int resources;
  private int decimals;

  private DrfhReader(int resources) {
    this.resources = resources;
  }

  static Scenario scenario(String id, Field json) throws ScenarioException {
    int resources = json.get("resources").elements().size();
    return new DrfhReader(resources).read(id, json);
  }

  private Scenario read(String id, Field json) throws ScenarioException {
    List<Field> serverFields = json.get("servers").elements();
    List<Field> userFields = json.get("users").elements();
    if (serverFields.isEmpty() || resources == 0) {
      throw json.get("servers").error("at least one server with a resource");
    }
    List<BigDecimal[]> amounts = new ArrayList<>();
    for (Field server : serverFields) {
      amounts.add(amounts(server));
    }
    for (Field user : userFields) {
      amounts.add(amounts(user.get("demand")));
    }
    List<long[]> scaled = amounts.stream().map(this::scaled).toList();
    List<DrfhUser> users = new ArrayList<>();
    for (int i = 0; i < userFields.size(); i++) {
      users.add(user(userFields.get(i), scaled.get(serverFields.size() + i)));
    }
    Field tolerance = json.get("tolerance");
    return new DrfhScenario(
        id,
        ScenarioFile.strict(json),
        scaled.subList(0, serverFields.size()),
        users,
        decimals,
        expected(json.get("expected"), users.size()),
        tolerance.get("lp_share").number(),
        tolerance.get("tasks").number());
  }

  private static DrfhUser user(Field json, long[] demand) throws ScenarioException {
    double weight = json.get("weight").number();
    if (weight == 0) {
      throw json.get("weight").error("a number above 0");
    }
    return new DrfhUser(demand, weight, SettingReader.tasks(json.get("tasks")));
  }

  private BigDecimal[] amounts(Field json) throws ScenarioException {
    List<Field> elements = json.elements();
    if (elements.size() != resources) {
      throw json.error("an array of " + resources + " numbers, one for each resource");
    }
    BigDecimal[] amounts = new BigDecimal[resources];
    for (int r = 0; r < resources; r++) {
      amounts[r] = elements.get(r).decimal(MOST_DECIMALS);
      decimals = Math.max(decimals, amounts[r].scale());
    }
    return amounts;
  }

  private long[] scaled(BigDecimal[] amounts) {
    long[] scaled = new long[amounts.length];
    for (int r = 0; r < scaled.length; r++) {
      scaled[r] = amounts[r].movePointRight(decimals).longValueExact();
    }
    return scaled;
  }

  private static Map<Quantity, List<Double>> expected(Field json, int users)
      throws ScenarioException {
    Map<Quantity, List<Double>> expected = new EnumMap<>(Quantity.class);
    for (Map.Entry<String, Field> member : json.members().entrySet()) {
      Quantity quantity = quantity(member.getKey(), member.getValue());
      if (!member.getValue().isNull()) {
        expected.put(quantity, values(member.getValue(), users));
      }
    }
    return expected;
  }

  private static Quantity quantity(String field, Field json) throws ScenarioException {
    for (Quantity quantity : Quantity.values()) {
      if (quantity.field.equals(field)) {
        return quantity;
      }
    }
    throw json.error("lp_share, lp_tasks, bestfit_tasks, firstfit_tasks or naive_per_server_tasks");
  }

  private static List<Double> values(Field json, int users) throws ScenarioException {
    List<Double> values = new ArrayList<>();
    for (Field value : json.elements()) {
      values.add(value.fraction());
    }
    if (values.size() != users) {
      throw json.error("an array of " + users + " numbers, one for each user");
    }
    return values;
  }
}
