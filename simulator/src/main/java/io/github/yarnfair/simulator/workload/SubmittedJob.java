// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import io.github.yarnfair.simulator.run.TaskGroup;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** A job of equal tasks, described in a text such as {@code queue=a,tasks=5,memory-mb=1024}. */
public final class SubmittedJob {
  private static final String QUEUE = "queue";
  private static final String USER = "user";
  private static final String AT = "at-ms";
  private static final String TASKS = "tasks";
  private static final String DURATION = "duration-ms";
  private static final String CLASS = "class";
  private static final List<String> NAMES = List.of(QUEUE, USER, AT, TASKS, DURATION, CLASS);
  private static final long MOST_TASKS = 1_000_000;

  private SubmittedJob() {}

  /**
   * Reads a description. {@code user} is empty, {@code at-ms} 0, {@code tasks} 1 and {@code class}
   * any unless they are given; {@code queue}, {@code duration-ms} and one resource have to be.
   *
   * @param text pairs with commas between them
   * @param id of the job
   * @throws InputException naming what was there and what was expected
   */
  public static ReadJob read(String text, String id, ClusterNodes cluster) throws InputException {
    Where where = new Where("--submit " + text, 1);
    Map<String, String> pairs = pairs(text, where, cluster);
    long[] amounts = new long[cluster.resourceNames().size()];
    long sum = 0;
    for (int j = 0; j < amounts.length; j++) {
      String name = cluster.resourceNames().get(j);
      amounts[j] = where.number(name, pairs.getOrDefault(name, "0"), 0);
      sum = Math.max(sum, amounts[j]);
    }
    if (sum == 0) {
      throw where.refuse("no amounts", "some of " + cluster.resourceNames() + ", above 0");
    }
    long tasks = where.number(TASKS, pairs.getOrDefault(TASKS, "1"), 1);
    if (tasks > MOST_TASKS) {
      throw where.refuse(TASKS + " " + tasks, "at most " + MOST_TASKS);
    }
    long duration = where.number(DURATION, required(pairs, DURATION, where), 0);
    TaskGroup group = new TaskGroup((int) tasks, amounts, duration, pairs.getOrDefault(CLASS, ""));
    return new ReadJob(
        where,
        id,
        required(pairs, QUEUE, where),
        pairs.getOrDefault(USER, ""),
        where.number(AT, pairs.getOrDefault(AT, "0"), 0),
        List.of(group));
  }

  private static Map<String, String> pairs(String text, Where where, ClusterNodes cluster)
      throws InputException {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      String[] pair = part.split("=", -1);
      if (pair.length != 2) {
        throw where.refuse("\"" + part + "\"", "NAME=VALUE");
      }
      if (!NAMES.contains(pair[0]) && !cluster.resourceNames().contains(pair[0])) {
        TreeSet<String> known = new TreeSet<>(NAMES);
        known.addAll(cluster.resourceNames());
        throw where.refuse("\"" + pair[0] + "\"", "one of " + known);
      }
      pairs.put(pair[0], pair[1].trim());
    }
    return pairs;
  }

  private static String required(Map<String, String> pairs, String name, Where where)
      throws InputException {
    String value = pairs.get(name);
    if (value == null || value.isEmpty()) {
      throw where.refuse("no " + name, name + "=...");
    }
    return value;
  }
}
