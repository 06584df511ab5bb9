// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.rule;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The schedulers whose jars are on the class path. */
public final class SchedulerRules {
  private SchedulerRules() {}

  /**
   * Returns the rules of all schedulers that a class loader finds, by name. A rule that two jars
   * have is returned once.
   *
   * @throws java.util.ServiceConfigurationError if a jar names a rule that cannot be created
   */
  public static List<SchedulerRule> all(ClassLoader loader) {
    Map<String, SchedulerRule> byName = new TreeMap<>();
    ServiceLoader.load(SchedulerRule.class, loader)
        .forEach(rule -> byName.putIfAbsent(rule.name(), rule));
    return List.copyOf(byName.values());
  }

  /** Returns the rules that the class loader of this class finds. */
  public static List<SchedulerRule> all() {
    return all(SchedulerRules.class.getClassLoader());
  }

  /** Returns the rule of a name, whatever the case of its letters, if its jar is there. */
  public static Optional<SchedulerRule> named(String name) {
    return all().stream().filter(rule -> rule.name().equalsIgnoreCase(name)).findFirst();
  }
}
