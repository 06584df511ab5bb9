// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import io.github.yarnfair.benchmarks.workload.Setting;
import io.github.yarnfair.benchmarks.workload.TreeShape;
import io.github.yarnfair.benchmarks.workload.Workload;
import io.github.yarnfair.core.policy.Selection;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The one JMH benchmark: an operation on a settled workload, over and over. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TurnBenchmark {
  /** Runs the operation once. */
  @Benchmark
  public double turn(SettledWorkload workload, Figures figures) {
    figures.turns++;
    return workload.turn.run();
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** A workload and the operation on it. */
  @State(Scope.Thread)
  @SuppressWarnings("NullAway.Init") // JMH sets the parameters, and calls settle before all else.
  public static class SettledWorkload {
    @Param private Operation operation;

    @Param({"floor", "h-drf", "h-drf-published", "dff", "mch-exact", "mch-uniform"})
    private String rule;

    @Param private Engine engine;
    @Param private TreeShape shape;

    @Param({"100", "1000", "10000"})
    private int leaves;

    @Param("4")
    private int resources;

    @Param("12")
    private int kinds;

    @Param("1")
    private long seed;

    @Param("1000")
    private long settleMillis;

    @Param("500")
    private long warmMillis;

    private Operation.Turn turn;
    private WorkloadFigures figures;
    private long cpuBefore;

    /**
     * Settles the workload by the rule's fastest selection, which is warm then; the plain recursion
     * has nothing to keep warm and goes on with a copy.
     */
    @Setup(Level.Trial)
    public void settle() {
      Workload settled = new Workload(new Setting(leaves, shape, resources, kinds, seed));
      Contender contender = Contender.labelled(rule);
      Selection fastest = contender.selection(settled, Engine.FAST);
      figures = new Settling(settled, fastest, settleMillis).settle();
      if (engine == Engine.FAST) {
        turn = operation.on(settled, fastest);
      } else {
        Workload copy = settled.copy();
        turn = operation.on(copy, contender.selection(copy, Engine.PLAIN));
      }
      warm();
    }

    /**
     * Runs turns until this thread has spent some CPU time on them. JMH's own warm-up is by the
     * clock, and on a busy machine too short for the compiler.
     */
    private void warm() {
      long nanos = TimeUnit.MILLISECONDS.toNanos(warmMillis);
      long deadline = System.nanoTime() + 6 * nanos;
      long before = cpuNanos();
      while (cpuNanos() - before < nanos && System.nanoTime() < deadline) {
        turn.run();
      }
    }

    /** Notes the CPU time at which an iteration begins. */
    @Setup(Level.Iteration)
    public void begin() {
      cpuBefore = cpuNanos();
    }
  }

  /** What is reported beside the time; each a sum over the measured iterations, as JMH has it. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Figures {
    /** How many turns the iteration had. */
    public long turns;

    /** CPU time that this thread spent in them. */
    public long cpuNanos;

    /** Bytes allocated in a number of turns, measured apart from the time. */
    public long bytes;

    /** The turns in which they were allocated. */
    public long bytesTurns;

    /** See {@link WorkloadFigures#tasks}. */
    public int tasks;

    /** See {@link WorkloadFigures#nodes}. */
    public int nodes;

    /** See {@link WorkloadFigures#churned}. */
    public double churned;

    /** See {@link WorkloadFigures#picks}. */
    public double picks;

    /** See {@link WorkloadFigures#fittingSets}. */
    public int fittingSets;

    /** See {@link WorkloadFigures#changed}. */
    public double changed;

    /** Fills in the figures after an iteration. */
    @TearDown(Level.Iteration)
    public void note(SettledWorkload workload) {
      cpuNanos = TurnBenchmark.cpuNanos() - workload.cpuBefore;
      AllocationMeter meter = new AllocationMeter();
      meter.measure(workload.turn);
      bytes = meter.bytes();
      bytesTurns = meter.turns();
      tasks = workload.figures.tasks();
      nodes = workload.figures.nodes();
      churned = workload.figures.churned();
      picks = workload.figures.picks();
      fittingSets = workload.figures.fittingSets();
      changed = workload.figures.changed();
    }
  }
}
