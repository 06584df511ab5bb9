// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import io.github.yarnfair.benchmarks.workload.Setting;
import io.github.yarnfair.benchmarks.workload.TreeShape;
import io.github.yarnfair.simulator.rule.Rule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Which cells of an extent to measure, those that are compared close to each other in time. */
final class Plan {
  /** The number of resources at which everything is measured; at others H-DRF against the rest. */
  static final int USUAL_RESOURCES = 4;

  private static final Set<Contender> WITH_PLAIN_WHEN_QUICK =
      Set.of(new Contender(Rule.DFF), new Contender(Rule.MCH_EXACT));

  private final Extent extent;
  private final List<Cell> cells = new ArrayList<>();

  private Plan(Extent extent) {
    this.extent = extent;
  }

  /** Returns the cells in the order in which they are to be measured. */
  static List<Cell> cells(Extent extent) {
    Plan plan = new Plan(extent);
    for (int m : extent.resources()) {
      for (TreeShape shape : extent.shapes()) {
        if (m == USUAL_RESOURCES || extent.resources().size() == 1 || isReference(shape)) {
          extent.sizes().forEach(leaves -> plan.add(extent.setting(leaves, shape, m)));
        }
      }
    }
    return plan.cells;
  }

  /** Returns the fastest engine that a contender has. */
  static Engine fastest(Contender contender, int resources) {
    return contender.hasFastEngine(resources) ? Engine.FAST : Engine.PLAIN;
  }

  /** One shape without, and one with a hierarchy, are measured more thoroughly. */
  private static boolean isReference(TreeShape shape) {
    return shape == TreeShape.FLAT || shape == TreeShape.DEPTH_3;
  }

  private void add(Setting setting) {
    add(Operation.DECISION, Contender.FLOOR, Engine.FAST, setting);
    for (Contender rule : extent.rules()) {
      Engine fastest = fastest(rule, setting.resources());
      add(Operation.DECISION, rule, fastest, setting);
      if (fastest != Engine.PLAIN && isReference(setting.shape())) {
        add(Operation.PASS, rule, fastest, setting);
      }
      if (fastest != Engine.PLAIN && isPlainWanted(rule, setting)) {
        add(Operation.DECISION, rule, Engine.PLAIN, setting);
      }
    }
    if (setting.resources() == USUAL_RESOURCES || extent.resources().size() == 1) {
      addChanges(setting);
      add(Operation.IDEAL_SHARE, Contender.FLOOR, Engine.FAST, setting);
      add(Operation.FLATTENING, Contender.FLOOR, Engine.FAST, setting);
    }
  }

  private boolean isPlainWanted(Contender rule, Setting setting) {
    if (rule.rule() == Rule.H_DRF) {
      return true;
    }
    boolean thorough = setting.resources() == USUAL_RESOURCES && isReference(setting.shape());
    boolean largest = setting.leaves() == Collections.max(extent.sizes());
    return thorough && (extent.full() || (largest && WITH_PLAIN_WHEN_QUICK.contains(rule)));
  }

  private void addChanges(Setting setting) {
    boolean wanted =
        setting.shape() == TreeShape.DEPTH_3 || (extent.full() && isReference(setting.shape()));
    List<Rule> changing = extent.full() ? List.of(Rule.H_DRF, Rule.MCH_EXACT) : List.of(Rule.H_DRF);
    for (Contender contender : changing.stream().map(Contender::new).toList()) {
      if (wanted && extent.rules().contains(contender)) {
        Engine fastest = fastest(contender, setting.resources());
        add(Operation.DEMAND_CHANGE, contender, fastest, setting);
        add(Operation.TURNOVER, contender, fastest, setting);
      }
    }
  }

  private void add(Operation operation, Contender contender, Engine engine, Setting setting) {
    cells.add(new Cell(operation, contender, engine, setting));
  }
}
