// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.convert;

import java.util.Locale;
import java.util.Map;

/** Names of FairScheduler's scheduling policies, and what to say of them. */
final class PolicyName {
  static final String FAIR =
      "no counterpart: fair compares memory alone; here the dominant share of all resources counts,"
          + " as under drf";
  static final String OTHER =
      "no counterpart: the order of service follows from the dominant shares of queues and"
          + " applications";

  private static final String PACKAGE =
      "org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.policies.";
  private static final Map<String, String> BY_CLASS =
      Map.of(
          PACKAGE + "FifoPolicy", "fifo",
          PACKAGE + "FairSharePolicy", "fair",
          PACKAGE + "DominantResourceFairnessPolicy", "drf");

  private PolicyName() {}

  /** {@code fair}, {@code fifo}, {@code drf}, or the name of another class. */
  static String of(XmlElement element) {
    String name = element.text().strip();
    return BY_CLASS.getOrDefault(name, name.toLowerCase(Locale.ROOT));
  }
}
