// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.udrf.UdrfAllocation;
import io.github.yarnfair.simulator.udrf.UdrfForm;
import io.github.yarnfair.simulator.udrf.UdrfUser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A case about users whose jobs need pairs of a machine class and a resource. Amounts are in units
 * of 10 to the power of minus the decimals that the case file uses.
 *
 * @param capacity what there is of each pair, class by class
 * @param classes the number of machine classes
 * @param names by user, its name and those of its jobs
 * @param clusters the expected clusters of dependent users, by name
 * @param paper the expected number of each job by the paper's form, and by user its share
 * @param workConserving likewise by the work-conserving form; null says nothing
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record UdrfScenario(
    String id,
    boolean strict,
    long[] capacity,
    int classes,
    List<Names> names,
    List<UdrfUser> users,
    Set<Set<String>> clusters,
    Expected paper,
    @Nullable Expected workConserving,
    double tolerance)
    implements Scenario, JobAllocation {
  private static final int ROUNDS = 200;
  private static final int BATCH = 2;

  /** The names of a user and its jobs. */
  record Names(String user, List<String> jobs) {}

  /**
   * What is expected of a form.
   *
   * @param jobs by user and job the number
   * @param shares by user its share; empty says nothing
   */
  record Expected(List<List<Double>> jobs, List<Double> shares) {}

  @Override
  public String kind() {
    return "udrf";
  }

  @Override
  public Outcome run(@Nullable Rule forced) {
    if (forced != null) {
      return Outcome.skipped("is about jobs on machine classes, says nothing of " + forced);
    }
    Checks checks = new Checks();
    UdrfAllocation allocation = exact(UdrfForm.PAPER);
    checks.same("clusters", clusters, clusters(allocation));
    check(checks, UdrfForm.PAPER, paper, allocation);
    if (workConserving != null) {
      check(checks, UdrfForm.WORK_CONSERVING, workConserving, exact(UdrfForm.WORK_CONSERVING));
    }
    return checks.outcome(strict);
  }

  private Set<Set<String>> clusters(UdrfAllocation allocation) {
    return allocation.clusters().stream()
        .map(users -> users.stream().map(u -> names.get(u).user()).collect(Collectors.toSet()))
        .collect(Collectors.toSet());
  }

  private void check(Checks checks, UdrfForm form, Expected expected, UdrfAllocation actual) {
    for (int u = 0; u < names.size(); u++) {
      String user = names.get(u).user();
      for (int j = 0; j < names.get(u).jobs().size(); j++) {
        checks.near(
            "%s, %s of %s".formatted(form, names.get(u).jobs().get(j), user),
            expected.jobs().get(u).get(j),
            tolerance,
            actual.jobs(u, j).doubleValue());
      }
      if (!expected.shares().isEmpty()) {
        checks.near(
            "%s, share of %s".formatted(form, user),
            expected.shares().get(u),
            tolerance,
            actual.share(u).doubleValue());
      }
    }
  }

  private UdrfAllocation exact(UdrfForm form) {
    return UdrfAllocation.of(capacity, users, form);
  }

  @Override
  public List<String> labels() {
    return names.stream()
        .flatMap(user -> user.jobs().stream().map(job -> user.user() + " " + job))
        .toList();
  }

  @Override
  public List<Running> under(JobRule rule) {
    return switch (rule) {
      case PAPER -> running(exact(UdrfForm.PAPER), paper);
      case WORK_CONSERVING -> running(exact(UdrfForm.WORK_CONSERVING), workConserving);
      case ONLINE -> online(Rule.UDRF, ShareSpace.Kind.CLASS);
      case RAW_SHARES -> online(Rule.NAIVE, ShareSpace.Kind.CLASS);
      case H_DRF_OVER_CLUSTER -> online(Rule.H_DRF, ShareSpace.Kind.CLUSTER);
      case DRF_OVER_PAIRS -> asOneJob();
    };
  }

  private List<Running> running(UdrfAllocation allocation, @Nullable Expected expected) {
    List<Running> running = new ArrayList<>();
    for (int u = 0; u < users.size(); u++) {
      for (int j = 0; j < users.get(u).jobs().size(); j++) {
        double number = allocation.jobs(u, j).doubleValue();
        boolean asExpected =
            expected == null || Math.abs(number - expected.jobs().get(u).get(j)) <= tolerance;
        running.add(new Running(number, allocation.share(u).doubleValue(), asExpected));
      }
    }
    return running;
  }

  /** Gives each user one job that is all of its jobs: DRF whose resources are the pairs. */
  private List<Running> asOneJob() {
    List<UdrfUser> merged =
        users.stream().map(user -> new UdrfUser(List.of(sum(user.jobs())))).toList();
    UdrfAllocation allocation = UdrfAllocation.of(capacity, merged, UdrfForm.PAPER);
    List<Running> running = new ArrayList<>();
    for (int u = 0; u < users.size(); u++) {
      for (int j = 0; j < users.get(u).jobs().size(); j++) {
        running.add(
            new Running(
                allocation.jobs(u, 0).doubleValue(), allocation.share(u).doubleValue(), true));
      }
    }
    return running;
  }

  private static long[] sum(List<long[]> vectors) {
    long[] sum = new long[vectors.get(0).length];
    vectors.forEach(vector -> Arrays.setAll(sum, p -> sum[p] + vector[p]));
    return sum;
  }

  /** Fills the cluster with whole jobs, and then lets some of each end and others start. */
  private List<Running> online(Rule rule, ShareSpace.Kind kind) {
    ShareSpace space = new ShareSpace(kind, classes, capacity.length / classes);
    List<TreeSpec> queues = new ArrayList<>();
    for (int u = 0; u < users.size(); u++) {
      List<TreeSpec> jobs = new ArrayList<>();
      for (int j = 0; j < users.get(u).jobs().size(); j++) {
        jobs.add(TreeSpec.leaf(u + " " + j, amounts(space, users.get(u).jobs().get(j))));
      }
      queues.add(TreeSpec.queue("user " + u, jobs));
    }
    long[] all = amounts(space, capacity);
    NamedTree tree = NamedTree.of(space, TreeSpec.queue("root", queues), all);
    TaskSimulation simulation =
        new TaskSimulation(tree, rule::over, List.of(all)).submitAll().churn(ROUNDS, BATCH);
    List<Running> running = new ArrayList<>();
    for (int u = 0; u < users.size(); u++) {
      double share = shareOfPairs(simulation, u);
      for (int j = 0; j < users.get(u).jobs().size(); j++) {
        running.add(new Running(simulation.running(u + " " + j), share, true));
      }
    }
    return running;
  }

  private static long[] amounts(ShareSpace space, long[] ofPairs) {
    return Arrays.copyOf(ofPairs, space.length());
  }

  private double shareOfPairs(TaskSimulation simulation, int user) {
    ShareTree tree = simulation.named().tree();
    int node = simulation.named().node("user " + user);
    double share = 0.0;
    for (int pair = 0; pair < capacity.length; pair++) {
      share =
          Math.max(
              share, capacity[pair] == 0 ? 0.0 : (double) tree.usage(node, pair) / capacity[pair]);
    }
    return share;
  }
}
