// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.trace;

import static io.github.yarnfair.simulator.table.Markdown.format;
import static io.github.yarnfair.simulator.table.Markdown.head;
import static io.github.yarnfair.simulator.table.Markdown.line;

import io.github.yarnfair.udrf.DependenceClusters;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Prints what each rule of machine classes comes to on a trace, as tables of Markdown. */
public final class ClassReport {
  private static final int USERS = 6;
  private static final int WINDOW_MILLIS = 300_000;

  private final ClassTrace trace;
  private final PrintWriter out;

  /** Creates the report of a trace. */
  ClassReport(ClassTrace trace, PrintWriter out) {
    this.trace = trace;
    this.out = out;
  }

  /**
   * Reads a trace in the format of "openb"; nodes are classes by their GPU model.
   *
   * @throws IOException if a file cannot be read, a line is not of that form, or a pod names models
   *     that no node has
   */
  public static ClassReport read(Path nodes, Path pods, PrintWriter out) throws IOException {
    return new ClassReport(ClassTrace.read(nodes, pods), out);
  }

  /** Runs copies of the pods under each rule and prints figures. */
  public void print(int copies, long seed) {
    ClassTrace loaded = trace.loaded(copies, WINDOW_MILLIS, USERS, new Random(seed));
    printClasses(loaded);
    Map<ClassRule, ClassRun> runs = new LinkedHashMap<>();
    for (ClassRule rule : ClassRule.values()) {
      runs.put(rule, new ClassRun(loaded, rule));
    }
    ClassCluster any = runs.values().iterator().next().cluster();
    line(
        out,
        "%n%d pods of %d jobs of %d users in %d s, seed %d; clusters of dependent users: %s",
        loaded.pods().size(),
        any.jobs(),
        any.users(),
        WINDOW_MILLIS / 1_000,
        seed,
        dependence(loaded));
    head(
        out,
        "| rule | GPUs in use | wasted | CPUs in use | wasted | last pod ended"
            + " | completion, mean / 90th percentile: all | named models | others |");
    runs.forEach(this::printRun);
    ClassRun udrf = Objects.requireNonNull(runs.get(ClassRule.UDRF));
    ClassRun pairs = Objects.requireNonNull(runs.get(ClassRule.DRF_OVER_PAIRS));
    new CompletionReduction(loaded, udrf, pairs, out).print();
    out.flush();
  }

  private void printRun(ClassRule rule, ClassRun run) {
    Predicate<ClassPod> isNamed = pod -> isNamed(pod);
    line(
        out,
        "| %s | %.1f %% | %.2f %% | %.1f %% | %.2f %% | %.0f s | %s | %s | %s |",
        rule,
        100 * run.inUse(ClusterTrace.GPU),
        100 * run.wasted(ClusterTrace.GPU),
        100 * run.inUse(ClusterTrace.CPU),
        100 * run.wasted(ClusterTrace.CPU),
        run.makespan(),
        times(run.completionTimes(pod -> true)),
        times(run.completionTimes(isNamed)),
        times(run.completionTimes(isNamed.negate())));
  }

  /** Returns whether a pod names models: otherwise it may run on all nodes, or all with a GPU. */
  private boolean isNamed(ClassPod pod) {
    return pod.classes().length < trace.classes().size() - 1;
  }

  private static String times(double[] ascending) {
    return ascending.length == 0 ? "–" : TraceReport.meanAndNinth(ascending) + " s";
  }

  private void printClasses(ClassTrace loaded) {
    head(out, "| class | nodes | CPUs | GPUs | GPU seconds of pods bound to it, by its GPUs |");
    for (int c = 0; c < loaded.classes().size(); c++) {
      int machineClass = c;
      long[] capacity = loaded.capacity(c);
      double bound =
          loaded.pods().stream()
              .filter(pod -> pod.isFixed() && pod.classes()[0] == machineClass)
              .mapToDouble(pod -> pod.demand()[ClusterTrace.GPU] * pod.duration() / 1_000.0)
              .sum();
      long gpus = capacity[ClusterTrace.GPU];
      line(
          out,
          "| %s | %d | %d | %d | %s |",
          loaded.classes().get(c).isEmpty() ? "no GPU" : loaded.classes().get(c),
          loaded.nodes().stream().filter(node -> node.machineClass() == machineClass).count(),
          capacity[ClusterTrace.CPU] / 1_000,
          gpus,
          gpus == 0 ? "–" : format("%.0f s", bound / gpus));
    }
  }

  /** Returns the clusters of users by pairs that all pods need, and by those that bound ones do. */
  private static String dependence(ClassTrace loaded) {
    return format(
        "%d; of pods bound to one class alone, %d",
        clusters(loaded, pod -> true), clusters(loaded, ClassPod::isFixed));
  }

  private static int clusters(ClassTrace loaded, Predicate<ClassPod> which) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    Map<Integer, int[]> pairs = new LinkedHashMap<>();
    for (ClassPod pod : loaded.pods()) {
      if (which.test(pod)) {
        int user = numbers.computeIfAbsent(pod.queue() + pod.user(), u -> numbers.size());
        int[] former = pairs.getOrDefault(user, new int[0]);
        pairs.put(user, union(former, pod));
      }
    }
    DependenceClusters clusters = new DependenceClusters();
    pairs.forEach(clusters::put);
    return clusters.count();
  }

  private static int[] union(int[] former, ClassPod pod) {
    int resources = pod.demand().length;
    return IntStream.concat(
            Arrays.stream(former),
            Arrays.stream(pod.classes())
                .flatMap(
                    c ->
                        IntStream.range(0, resources)
                            .filter(r -> pod.demand()[r] > 0)
                            .map(r -> c * resources + r)))
        .distinct()
        .toArray();
  }
}
