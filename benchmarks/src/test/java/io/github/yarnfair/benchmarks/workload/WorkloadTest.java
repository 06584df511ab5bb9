// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.benchmarks.AllocationMeter;
import io.github.yarnfair.benchmarks.Contender;
import io.github.yarnfair.benchmarks.Engine;
import io.github.yarnfair.benchmarks.Operation;
import io.github.yarnfair.core.nodes.BestFit;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.ShareTreeAudit;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The workload is what it claims to be: otherwise its times would mean nothing. */
class WorkloadTest {
  private static final Contender HDRF = Contender.labelled("h-drf");
  private static final Setting SETTING = new Setting(60, TreeShape.DEPTH_3, 4, 12, 7);

  @Test
  void equalSettingsMakeEqualRuns() {
    Workload one = churned(SETTING, HDRF, 500);
    Workload other = churned(SETTING, HDRF, 500);
    assertThat(running(one)).isEqualTo(running(other));
    assertThat(one.picks()).isEqualTo(other.picks());
  }

  @Test
  void anotherSeedOrRuleMakesAnotherRun() {
    String run = running(churned(SETTING, HDRF, 500));
    Setting otherSeed = new Setting(60, TreeShape.DEPTH_3, 4, 12, 8);
    assertThat(running(churned(otherSeed, HDRF, 500))).isNotEqualTo(run);
    assertThat(running(churned(SETTING, Contender.labelled("dff"), 500))).isNotEqualTo(run);
  }

  @ParameterizedTest
  @CsvSource({"FLAT,2,h-drf", "DEPTH_2,8,dff", "DEPTH_3,4,mch-exact", "FAN_OUT_3,4,floor"})
  void usageInTheTreeEqualsTheRunningTasks(TreeShape shape, int m, Contender contender) {
    Workload workload = churned(new Setting(80, shape, m, 12, 3), contender, 1000);
    ShareTree tree = workload.tree();
    long[][] held = new long[tree.handleBound()][m];
    long[][] used = new long[workload.nodes().count()][m];
    RunningTasks tasks = workload.tasks();
    for (int task = 0; task < tasks.size(); task++) {
      for (int j = 0; j < m; j++) {
        long amount = workload.kinds().vector(tasks.kind(task))[j];
        held[tasks.leaf(task)][j] += amount;
        used[tasks.node(task)][j] += amount;
      }
    }
    assertThat(tasks.size()).isGreaterThan(80);
    for (int leaf : workload.leaves()) {
      for (int j = 0; j < m; j++) {
        assertThat(tree.usage(leaf, j)).isEqualTo(held[leaf][j]);
      }
    }
    for (int node = 0; node < used.length; node++) {
      for (int j = 0; j < m; j++) {
        assertThat(used[node][j]).isLessThanOrEqualTo(workload.nodes().capacity(node, j));
        assertThat(workload.nodes().free(node, j))
            .isEqualTo(workload.nodes().capacity(node, j) - used[node][j]);
      }
    }
    assertThat(ShareTreeAudit.violations(tree)).isEmpty();
  }

  @Test
  void withApplicationsThatComeAndGoNothingIsLostEither() {
    Workload workload = new Workload(SETTING);
    workload.fill();
    workload.admitVisitors();
    Selection selection = HDRF.selection(workload, Engine.FAST);
    int nodes = workload.tree().size();
    String before = structure(workload.tree());
    for (int i = 0; i < 500; i++) {
      workload.turnOver(selection);
      workload.changeDemand();
    }
    assertThat(workload.tree().size()).isEqualTo(nodes);
    assertThat(structure(workload.tree())).as("somebody came or went").isNotEqualTo(before);
    assertThat(ShareTreeAudit.violations(workload.tree())).isEmpty();
    for (int j = 0; j < 4; j++) {
      long used = 0;
      for (int node = 0; node < workload.nodes().count(); node++) {
        assertThat(workload.nodes().free(node, j)).isNotNegative();
        used += workload.nodes().capacity(node, j) - workload.nodes().free(node, j);
      }
      assertThat(workload.tree().usage(ShareTree.ROOT, j)).isEqualTo(used);
    }
  }

  @Test
  void aMachineThatWasOfferedIsSaturated() {
    Workload workload = new Workload(SETTING);
    workload.fill();
    Selection selection = HDRF.selection(workload, Engine.FAST);
    Offer offer = new Offer(4);
    for (int node = 0; node < workload.nodes().count(); node++) {
      workload.offer(node, selection);
      workload.nodes().open(node, offer);
      assertThat(selection.next(offer)).isEqualTo(ShareTree.NONE);
    }
  }

  @Test
  void theLoopStaysClosed() {
    Workload workload = churned(SETTING, HDRF, 2000);
    int before = workload.tasks().size();
    Selection selection = HDRF.selection(workload, Engine.FAST);
    for (int i = 0; i < 2000; i++) {
      workload.decide(selection);
    }
    assertThat(workload.tasks().size()).isBetween(before / 2, before * 2);
  }

  @Test
  void aCopyRunsTheSameTasksOnATreeOfItsOwn() {
    Workload original = churned(SETTING, HDRF, 300);
    Workload copy = original.copy();
    assertThat(running(copy)).isEqualTo(running(original));
    assertThat(structure(copy.tree())).isEqualTo(structure(original.tree()));
    String before = running(original);
    copy.decide(HDRF.selection(copy, Engine.PLAIN));
    assertThat(running(original)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"h-drf", "dff", "mch-uniform"})
  void theEnginesOfARuleDecideAlike(Contender contender) {
    Workload fast = new Workload(SETTING);
    Workload plain = new Workload(SETTING);
    fast.fill();
    plain.fill();
    Selection bySpeed = contender.selection(fast, Engine.FAST);
    Selection byRecursion = contender.selection(plain, Engine.PLAIN);
    for (int i = 0; i < 500; i++) {
      fast.decide(bySpeed);
      plain.decide(byRecursion);
    }
    assertThat(running(fast)).isEqualTo(running(plain));
  }

  @Test
  void aSelectionThatChoosesALeafThatDoesNotFitIsDetected() {
    Workload workload = new Workload(SETTING);
    int first = workload.leaves()[0];
    assertThatThrownBy(() -> workload.offer(0, offer -> first))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("none of its tasks fits");
  }

  @Test
  void demandsDifferAndLeaveResourcesOut() {
    Workload workload = new Workload(new Setting(60, TreeShape.FLAT, 4, 12, 7));
    DemandKinds kinds = workload.kinds();
    long[] users = new long[4];
    for (int kind = 0; kind < kinds.count(); kind++) {
      for (int j = 0; j < 4; j++) {
        users[j] += kinds.vector(kind)[j] > 0 ? 1 : 0;
      }
      int holder = kind;
      assertThat(workload.nodes().fits(holder, kinds.vector(kind))).as("kind " + kind).isTrue();
    }
    assertThat(users[DemandKinds.MEMORY]).isEqualTo(12);
    assertThat(users[DemandKinds.CPU]).isEqualTo(10);
    assertThat(users[2]).isBetween(1L, 11L);
    assertThat(users[3]).isBetween(1L, 11L);
  }

  @Test
  void decisionsAllocateNothing() {
    Workload workload = churned(SETTING, Contender.FLOOR, 5000).copy();
    Selection selection = Contender.FLOOR.selection(workload, Engine.FAST);
    Operation.Turn turn = Operation.DECISION.on(workload, selection);
    // Whatever the JVM does once while the loop warms up is not a decision's allocation.
    assertThat(IntStream.range(0, 10).mapToLong(i -> bytes(turn))).contains(0L);
  }

  @Test
  void aPassLeavesNoMachineWithRoomForATask() {
    Workload workload = churned(SETTING, HDRF, 500);
    Selection selection = HDRF.selection(workload, Engine.FAST);
    MachinePass pass = new MachinePass(workload, new BestFit(workload.tree().resourceCount()));
    for (int i = 0; i < 500; i++) {
      pass.decide(selection);
    }
    ClusterNodes machines = workload.nodes();
    for (int machine = 0; machine < machines.count(); machine++) {
      for (int leaf : workload.leaves()) {
        assertThat(machines.fits(machine, workload.kinds().vector(workload.kind(leaf))))
            .as("leaf %d, machine %d", leaf, machine)
            .isFalse();
      }
      for (int j = 0; j < workload.tree().resourceCount(); j++) {
        assertThat(machines.free(machine, j)).isNotNegative();
      }
    }
  }

  /** Heaps grow seldom and to a bound: less than a byte per pass soon after the first. */
  @Test
  void passesAllocateHardlyAnything() {
    Workload workload = churned(SETTING, HDRF, 5000).copy();
    Operation.Turn turn = Operation.PASS.on(workload, HDRF.selection(workload, Engine.FAST));
    for (int i = 0; i < 20_000; i++) {
      turn.run();
    }
    AllocationMeter meter = new AllocationMeter();
    meter.measure(turn);
    assertThat(meter.bytes()).isLessThan(meter.turns());
  }

  @Test
  void allocatedBytesAreCounted() {
    long[][] kept = new long[1][];
    AllocationMeter meter = new AllocationMeter();
    meter.measure(
        () -> {
          kept[0] = new long[100];
          return kept[0].length;
        });
    assertThat(meter.bytes()).isGreaterThanOrEqualTo(800 * meter.turns());
  }

  private static long bytes(Operation.Turn turn) {
    AllocationMeter meter = new AllocationMeter();
    meter.measure(turn);
    return meter.bytes();
  }

  private static Workload churned(Setting setting, Contender contender, int decisions) {
    Workload workload = new Workload(setting);
    workload.fill();
    Selection selection = contender.selection(workload, Engine.FAST);
    for (int i = 0; i < decisions; i++) {
      workload.decide(selection);
    }
    return workload;
  }

  private static String running(Workload workload) {
    RunningTasks tasks = workload.tasks();
    StringBuilder text = new StringBuilder();
    for (int task = 0; task < tasks.size(); task++) {
      text.append(tasks.leaf(task)).append('@').append(tasks.node(task));
      text.append(':').append(tasks.kind(task)).append(' ');
    }
    return text.toString();
  }

  private static String structure(ShareTree tree) {
    int[] parents = new int[tree.handleBound()];
    Arrays.setAll(parents, node -> tree.contains(node) ? tree.parent(node) : -2);
    return Arrays.toString(parents);
  }
}
