// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import io.github.yarnfair.core.rule.SchedulerRule;
import io.github.yarnfair.core.rule.SchedulerRules;
import java.util.ArrayList;
import java.util.List;

/** The classes of the schedulers whose jars are on the class path. */
final class SchedulerClasses {
  private SchedulerClasses() {}

  static List<Class<?>> all() throws ClassNotFoundException {
    List<Class<?>> schedulers = new ArrayList<>();
    for (SchedulerRule rule : SchedulerRules.all()) {
      schedulers.add(Class.forName(rule.schedulerClass()));
    }
    return schedulers;
  }
}
