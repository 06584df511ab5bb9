// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.simulator.scenario.UdrfScenario.Expected;
import io.github.yarnfair.simulator.scenario.UdrfScenario.Names;
import io.github.yarnfair.simulator.udrf.UdrfUser;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads a case about jobs on machine classes; amounts may be decimal numbers. */
final class UdrfReader {
  /** More decimals leave no room for the amounts themselves. */
  private static final int MOST_DECIMALS = 6;

  private final List<BigDecimal> capacity = new ArrayList<>();
  private final int classes;
  private final int resources;
  private final Map<String, Map<String, BigDecimal[]>> users = new LinkedHashMap<>();
  private int decimals;

  private UdrfReader(Field machineClasses) throws ScenarioException {
    List<Field> rows = machineClasses.elements();
    classes = rows.size();
    resources = rows.isEmpty() ? 0 : rows.get(0).elements().size();
    if (resources == 0) {
      throw machineClasses.error("at least one machine class with a resource");
    }
    for (Field row : rows) {
      List<Field> amounts = row.elements();
      if (amounts.size() != resources) {
        throw row.error("an array of " + resources + " numbers, one for each resource");
      }
      for (Field amount : amounts) {
        capacity.add(decimal(amount));
      }
    }
  }

  static Scenario scenario(String id, Field json) throws ScenarioException {
    return new UdrfReader(json.get("machine_classes")).read(id, json);
  }

  private Scenario read(String id, Field json) throws ScenarioException {
    for (Map.Entry<String, Field> user : json.get("users").members().entrySet()) {
      Map<String, BigDecimal[]> jobs = new LinkedHashMap<>();
      for (Map.Entry<String, Field> job : user.getValue().members().entrySet()) {
        jobs.put(job.getKey(), job(job.getValue()));
      }
      if (jobs.isEmpty()) {
        throw user.getValue().error("at least one job");
      }
      users.put(user.getKey(), jobs);
    }
    Field expected = json.get("expected");
    boolean hasRest = expected.has("work_conserving_jobs");
    return new UdrfScenario(
        id,
        ScenarioFile.strict(json),
        scaled(capacity.toArray(new BigDecimal[0])),
        classes,
        users.entrySet().stream()
            .map(user -> new Names(user.getKey(), List.copyOf(user.getValue().keySet())))
            .toList(),
        users.values().stream()
            .map(jobs -> new UdrfUser(jobs.values().stream().map(this::scaled).toList()))
            .toList(),
        clusters(expected.get("rducs")),
        new Expected(jobs(expected.get("jobs")), shares(expected.get("rduc_dominant_share"))),
        hasRest ? new Expected(jobs(expected.get("work_conserving_jobs")), List.of()) : null,
        json.get("tolerance").get("jobs").number());
  }

  private BigDecimal decimal(Field json) throws ScenarioException {
    BigDecimal amount = json.decimal(MOST_DECIMALS);
    decimals = Math.max(decimals, amount.scale());
    return amount;
  }

  private BigDecimal[] job(Field json) throws ScenarioException {
    BigDecimal[] job = new BigDecimal[classes * resources];
    Arrays.fill(job, BigDecimal.ZERO);
    for (Field need : json.elements()) {
      int machineClass = index(need.get("machine_class"), classes);
      int pair = machineClass * resources + index(need.get("resource"), resources);
      job[pair] = job[pair].add(decimal(need.get("amount")));
    }
    if (Arrays.stream(job).allMatch(amount -> amount.signum() == 0)) {
      throw json.error("a job that needs something");
    }
    return job;
  }

  private static int index(Field json, int bound) throws ScenarioException {
    int index = json.smallCount();
    if (index >= bound) {
      throw json.error("a whole number below " + bound);
    }
    return index;
  }

  private long[] scaled(BigDecimal[] amounts) {
    return Arrays.stream(amounts)
        .mapToLong(amount -> amount.movePointRight(decimals).longValueExact())
        .toArray();
  }

  private Set<Set<String>> clusters(Field json) throws ScenarioException {
    Set<Set<String>> clusters = new HashSet<>();
    for (Field cluster : json.elements()) {
      Set<String> names = new HashSet<>();
      for (Field name : cluster.elements()) {
        if (!users.containsKey(name.text())) {
          throw name.error("one of " + users.keySet());
        }
        names.add(name.text());
      }
      clusters.add(names);
    }
    return clusters;
  }

  private List<List<Double>> jobs(Field json) throws ScenarioException {
    List<List<Double>> numbers = new ArrayList<>();
    for (Map.Entry<String, Map<String, BigDecimal[]>> user : users.entrySet()) {
      List<Double> ofUser = new ArrayList<>();
      for (String job : user.getValue().keySet()) {
        ofUser.add(json.get(user.getKey()).get(job).fraction());
      }
      numbers.add(ofUser);
    }
    return numbers;
  }

  private List<Double> shares(Field json) throws ScenarioException {
    List<Double> shares = new ArrayList<>();
    for (String user : users.keySet()) {
      shares.add(json.get(user).fraction());
    }
    return shares;
  }
}
