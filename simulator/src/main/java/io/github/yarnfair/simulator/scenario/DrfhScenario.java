// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.core.nodes.BestFit;
import io.github.yarnfair.core.nodes.FirstFit;
import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.simulator.drfh.DrfhAllocation;
import io.github.yarnfair.simulator.drfh.DrfhUser;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.scenario.Allocation.Tolerated;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Users with equal tasks on heterogeneous servers: the exact DRFH allocation, and whole tasks by
 * progressive filling.
 *
 * @param decimals amounts of servers and users are those of the file times ten to the power of this
 * @param expected by what is computed, the values of all users
 * @param shareTolerance the tolerance of exact shares
 * @param taskTolerance the tolerance of whole tasks
 */
record DrfhScenario(
    String id,
    boolean strict,
    List<long[]> servers,
    List<DrfhUser> users,
    int decimals,
    Map<Quantity, List<Double>> expected,
    double shareTolerance,
    double taskTolerance)
    implements Scenario, ServerAllocation {

  /** What a case can say of each user, by the names that case files use. */
  enum Quantity {
    /** The global dominant share of the exact allocation. */
    LP_SHARE("lp_share"),
    /** The tasks of the exact allocation, not rounded. */
    LP_TASKS("lp_tasks"),
    /** Whole tasks, each on the server that the best-fit score prefers. */
    BEST_FIT("bestfit_tasks"),
    /** Whole tasks, each on the first server with room. */
    FIRST_FIT("firstfit_tasks"),
    /** Whole tasks by DRF on each server alone, which DRFH is to do better than. */
    PER_SERVER("naive_per_server_tasks");

    final String field;

    Quantity(String field) {
      this.field = field;
    }
  }

  @Override
  public String kind() {
    return "drfh";
  }

  @Override
  public Outcome run(@Nullable Rule forced) {
    if (forced != null) {
      return Outcome.skipped("is about servers, says nothing of " + forced);
    }
    Checks checks = new Checks();
    expected.forEach(
        (quantity, values) -> {
          IntToDoubleFunction actual = compute(quantity);
          for (int i = 0; i < users.size(); i++) {
            checks.near(
                "%s of user %d".formatted(quantity.field, i),
                values.get(i),
                tolerance(quantity, i),
                actual.applyAsDouble(i));
          }
        });
    return checks.outcome(strict);
  }

  @Override
  public List<String> labels() {
    return IntStream.range(0, users.size()).mapToObj(this::label).toList();
  }

  private String label(int user) {
    return Arrays.stream(users.get(user).demand())
        .mapToObj(amount -> BigDecimal.valueOf(amount, decimals).stripTrailingZeros())
        .map(BigDecimal::toPlainString)
        .collect(Collectors.joining(", ", user + " [", "]"));
  }

  @Override
  public List<Held> under(NodeChoice choice) {
    ServerFilling filled = filling().fill(choice.newScore(servers.get(0).length));
    return switch (choice) {
      case FIRST_FIT -> held(filled, Quantity.FIRST_FIT);
      case BEST_FIT -> held(filled, Quantity.BEST_FIT);
      default -> held(filled, null);
    };
  }

  @Override
  public List<Held> underDrfPerServer() {
    return held(filling().fillEachByItsOwnDrf(), Quantity.PER_SERVER);
  }

  @Override
  public List<Held> underExactDrfh() {
    DrfhAllocation exact = exact();
    return IntStream.range(0, users.size())
        .mapToObj(
            i ->
                new Held(
                    exact.tasks(i),
                    exact.dominantShare(i),
                    isAsExpected(Quantity.LP_TASKS, i, exact.tasks(i))
                        && isAsExpected(Quantity.LP_SHARE, i, exact.dominantShare(i))))
        .toList();
  }

  private List<Held> held(ServerFilling filled, @Nullable Quantity quantity) {
    return IntStream.range(0, users.size())
        .mapToObj(
            i -> {
              double tasks = filled.tasks(i);
              boolean asExpected = quantity == null || isAsExpected(quantity, i, tasks);
              return new Held(tasks, tasks * shareOfTask(i), asExpected);
            })
        .toList();
  }

  private boolean isAsExpected(Quantity quantity, int user, double actual) {
    List<Double> values = expected.get(quantity);
    return values == null
        || new Tolerated(values.get(user), tolerance(quantity, user)).allows(actual);
  }

  /** Returns a quantity by user. */
  private IntToDoubleFunction compute(Quantity quantity) {
    return switch (quantity) {
      case LP_SHARE -> exact()::dominantShare;
      case LP_TASKS -> exact()::tasks;
      case BEST_FIT -> filling().fill(new BestFit(servers.get(0).length))::tasks;
      case FIRST_FIT -> filling().fill(new FirstFit())::tasks;
      case PER_SERVER -> filling().fillEachByItsOwnDrf()::tasks;
    };
  }

  private DrfhAllocation exact() {
    return DrfhAllocation.of(DrfhAllocation.classesOf(servers), users);
  }

  private ServerFilling filling() {
    return new ServerFilling(servers, users);
  }

  /** Returns the tolerance of a user's value; that of exact tasks is as for its exact share. */
  private double tolerance(Quantity quantity, int user) {
    return switch (quantity) {
      case LP_SHARE -> shareTolerance;
      case LP_TASKS -> shareTolerance / shareOfTask(user);
      case BEST_FIT, FIRST_FIT, PER_SERVER -> taskTolerance;
    };
  }

  private double shareOfTask(int user) {
    return IntStream.range(0, servers.get(0).length)
        .mapToDouble(r -> users.get(user).demand()[r] / (double) total(r))
        .filter(Double::isFinite)
        .max()
        .orElse(1.0);
  }

  private long total(int resource) {
    return servers.stream().mapToLong(server -> server[resource]).sum();
  }
}
