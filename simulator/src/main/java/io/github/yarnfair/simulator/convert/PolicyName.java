/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
