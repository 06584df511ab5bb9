// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.simulator.rule.Rule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Steps that add and remove leaves, end and start tasks; some of them compare the running tasks
 * with what is expected.
 */
record DynamicScenario(String id, Rule rule, boolean strict, Setting setting, List<Step> steps)
    implements Scenario, Allocation {
  /** One event, or one check of the running tasks. */
  sealed interface Step {
    /** Applies the event, or checks the running tasks. */
    void happen(TaskSimulation simulation, Checks checks);
  }

  /** Sets a leaf's number of pending tasks. */
  record Submit(String leaf, long tasks) implements Step {
    @Override
    public void happen(TaskSimulation simulation, Checks checks) {
      simulation.submit(leaf, tasks);
    }
  }

  /** All nodes are offered until nothing fits. */
  record Schedule() implements Step {
    @Override
    public void happen(TaskSimulation simulation, Checks checks) {
      simulation.schedule();
    }
  }

  /** A leaf ends all it has. */
  record Leave(String leaf) implements Step {
    @Override
    public void happen(TaskSimulation simulation, Checks checks) {
      simulation.leave(leaf);
    }
  }

  /** Tasks end and others follow; one at a time if the batch is 0. */
  record Churn(int rounds, int batch) implements Step {
    @Override
    public void happen(TaskSimulation simulation, Checks checks) {
      if (batch == 0) {
        simulation.churn(rounds);
      } else {
        simulation.churn(rounds, batch);
      }
    }
  }

  /** Expects a number of running tasks of each leaf. */
  record Expect(int step, Map<String, Tolerated> running) implements Step {
    @Override
    public void happen(TaskSimulation simulation, Checks checks) {
      running.forEach(
          (leaf, tasks) ->
              checks.near(
                  "step %d, tasks of %s".formatted(step, leaf),
                  tasks.value(),
                  tasks.tolerance(),
                  (double) simulation.running(leaf)));
    }
  }

  @Override
  public String kind() {
    return "dynamic";
  }

  @Override
  public Outcome run(@Nullable Rule forced) {
    Checks checks = new Checks();
    simulate(forced == null ? rule : forced, checks);
    return checks.outcome(strict);
  }

  @Override
  public List<TreeSpec> leaves() {
    return setting.leaves();
  }

  @Override
  public String unit() {
    return "running tasks";
  }

  /** What the last step that expects something says. */
  @Override
  public Map<String, Tolerated> expected() {
    Map<String, Tolerated> last = Map.of();
    for (Step step : steps) {
      last = step instanceof Expect expect ? expect.running : last;
    }
    return last;
  }

  @Override
  public Map<String, Double> under(Rule underRule) {
    TaskSimulation simulation = simulate(underRule, new Checks());
    Map<String, Double> running = new LinkedHashMap<>();
    simulation.running().forEach((leaf, tasks) -> running.put(leaf, (double) tasks));
    return running;
  }

  private TaskSimulation simulate(Rule underRule, Checks checks) {
    TaskSimulation simulation = setting.simulate(underRule);
    steps.forEach(step -> step.happen(simulation, checks));
    return simulation;
  }
}
