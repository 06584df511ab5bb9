// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.attacks;

import com.sun.management.ThreadMXBean;
import io.github.yarnfair.core.rule.SchedulerRules;
import io.github.yarnfair.host.SchedulerHost;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.log4j.Level;
import org.apache.log4j.LogManager;

/**
 * What one user's attacks cost the others: the CPU time of all heartbeats and of the other masters'
 * calls, for each container that the others are given, as a multiple of the cost while the attacker
 * is an ordinary user. Both are measured in one process, the plain cluster and the attack in turns.
 */
public final class AttackBench {
  private static final Map<String, String> SCHEDULERS = schedulers();

  private static final int WARM_UP = 40;
  private static final int PAIRS = 3;

  /** A ratio above is measured again for longer, and the middle one of some pairs taken. */
  private static final double NOISE = 1.3;

  private static final int ROUNDS = 30;
  private static final int MORE_ROUNDS = 120;

  /** Unmeasured runs of an attack, or fewer that take as long. */
  private static final int WARM_UP_RUNS = 8;

  private static final long WARM_UP_NANOS = 4_000_000_000L;

  /** A cluster is given up whose rounds have taken so long: the attack has won. */
  private static final long MOST_NANOS = 10_000_000_000L;

  private AttackBench() {}

  private static Map<String, String> schedulers() {
    Map<String, String> schedulers = new TreeMap<>();
    SchedulerRules.all().forEach(rule -> schedulers.put(rule.name(), rule.schedulerClass()));
    schedulers.put(
        "capacity",
        "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler");
    return schedulers;
  }

  /**
   * Prints a line for each attack. Where the attacker's own containers end so fast that many more
   * start, the ratio of these, for each one of the others, follows the ratio of costs.
   *
   * @param args schedulers, by default hdrf and capacity; {@code --only TEXT} leaves out attacks
   *     whose name does not contain it
   * @throws Exception if a scheduler does not start
   */
  public static void main(String[] args) throws Exception {
    LogManager.getRootLogger().setLevel(Level.FATAL);
    List<String> schedulers = new ArrayList<>(List.of(args));
    String only = "";
    int at = schedulers.indexOf("--only");
    if (at >= 0 && at + 1 < schedulers.size()) {
      only = schedulers.remove(at + 1);
      schedulers.remove(at);
    }
    if (schedulers.isEmpty()) {
      schedulers = List.of("hdrf", "capacity");
    }
    for (String scheduler : schedulers) {
      if (!SCHEDULERS.containsKey(scheduler)) {
        throw new IllegalArgumentException(
            "scheduler " + scheduler + ": expected one of " + SCHEDULERS.keySet());
      }
      for (int i = 0; i < 3; i++) {
        new Run(scheduler, Attack.none()).costs(WARM_UP);
      }
    }
    System.out.printf("%-62s %s%n", "cost to others, times", String.join("  ", schedulers));
    for (Attack attack : Attacks.all(1)) {
      if (attack.name().contains(only)) {
        StringBuilder line = new StringBuilder("%-62s".formatted(attack.name()));
        for (String scheduler : schedulers) {
          line.append(" %10s".formatted(ratio(scheduler, attack)));
        }
        System.out.println(line);
      }
    }
  }

  private static String ratio(String scheduler, Attack attack) throws Exception {
    try {
      warmUp(scheduler, attack);
    } catch (Exception | LinkageError e) {
      System.err.printf("%s, %s: %s%n", scheduler, attack.name(), e);
      return "refused";
    }
    Pair first = Pair.of(scheduler, attack, ROUNDS);
    if (first.attacked().given() == 0) {
      return "starved";
    }
    if (first.ratio() < NOISE) {
      return first.toString();
    }
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < PAIRS; i++) {
      pairs.add(Pair.of(scheduler, attack, MORE_ROUNDS));
    }
    pairs.sort(Comparator.comparingDouble(Pair::ratio));
    return pairs.get(PAIRS / 2).toString();
  }

  /**
   * An attack runs code that the plain cluster never ran, and undoes what the compiler has assumed
   * of it: the cost of an attack that has just begun is that of code not compiled yet.
   */
  private static void warmUp(String scheduler, Attack attack) throws Exception {
    long begun = System.nanoTime();
    for (int i = 0; i < WARM_UP_RUNS && System.nanoTime() - begun < WARM_UP_NANOS; i++) {
      new Run(scheduler, attack).costs(ROUNDS);
    }
  }

  /**
   * @param given containers that the others were given
   * @param started containers that anyone was given, the attacker among them
   * @param nanos CPU time
   * @param bytes allocated
   */
  record Costs(long given, long started, long nanos, long bytes) {
    double micros() {
      return nanos / 1e3 / given;
    }

    /** How many containers start for each one that the others are given. */
    double startedForEach() {
      return (double) started / given;
    }
  }

  /** The plain cluster and the attacked one. */
  private record Pair(Costs plain, Costs attacked) {
    static Pair of(String scheduler, Attack attack, int rounds) throws Exception {
      Costs plain = new Run(scheduler, Attack.none()).costs(rounds);
      return new Pair(plain, new Run(scheduler, attack).costs(rounds));
    }

    double ratio() {
      return attacked.micros() / plain.micros();
    }

    @Override
    public String toString() {
      double started = attacked.startedForEach() / plain.startedForEach();
      String ratio = String.format(Locale.ROOT, "%.2f", ratio());
      return started < NOISE ? ratio : String.format(Locale.ROOT, "%s/%.2f", ratio, started);
    }
  }

  /** One attack on one cluster. */
  record Run(String scheduler, Attack attack) {
    Costs costs(int rounds) throws Exception {
      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      try (AttackedCluster cluster =
          new AttackedCluster(
              SchedulerHost.configuration(Objects.requireNonNull(SCHEDULERS.get(scheduler))))) {
        attack.begin().on(cluster);
        long nanos = 0;
        long bytes = 0;
        long before = 0;
        long startedBefore = 0;
        // The first rounds fill the cluster.
        for (int i = -rounds / 2; i < rounds && nanos < MOST_NANOS; i++) {
          if (i == 0) {
            nanos = 0;
            bytes = 0;
            before = cluster.given();
            startedBefore = cluster.started();
          }
          cluster.endTasks();
          attack.round().on(cluster);
          long allocated = threads.getCurrentThreadAllocatedBytes();
          long begun = threads.getCurrentThreadCpuTime();
          cluster.serveOthers();
          nanos += threads.getCurrentThreadCpuTime() - begun;
          bytes += threads.getCurrentThreadAllocatedBytes() - allocated;
          cluster.serveAttacker();
        }
        return new Costs(cluster.given() - before, cluster.started() - startedBefore, nanos, bytes);
      }
    }
  }
}
