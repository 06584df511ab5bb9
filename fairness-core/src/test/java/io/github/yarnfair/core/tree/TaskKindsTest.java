// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Kinds of tasks on 100 cores, 1000 GB and 10 GPUs. */
class TaskKindsTest {
  private final TaskKinds kinds = kinds(new ShareSpace(ShareSpace.Kind.CLASS, 1, 3), 100, 1000, 10);

  private static TaskKinds kinds(ShareSpace space, long... capacity) {
    ShareTree tree = new ShareTree(space);
    tree.setCapacity(capacity);
    return new TaskKinds(tree);
  }

  private int of(long... task) {
    return kinds.of(task);
  }

  @Test
  void tasksOfOtherSizesAreOfOneKind() {
    assertThat(of(1, 0, 0)).isEqualTo(of(40, 0, 0)).isZero();
    assertThat(of(2, 1, 0)).isEqualTo(of(8, 79, 0)).isEqualTo(1);
    assertThat(kinds.count()).isEqualTo(2);
  }

  /** ⟨1, 9⟩ is mostly cores, ⟨1, 11⟩ mostly memory. */
  @Test
  void tasksWithAnotherDominantResourceAreOfAnotherKind() {
    int cores = of(1, 9, 0);
    int memory = of(1, 11, 0);
    assertThat(memory).isNotEqualTo(cores);
    assertThat(kinds.dominant(cores)).isEqualTo(0);
    assertThat(kinds.dominant(memory)).isEqualTo(1);
    assertThat(of(1, 10, 0)).as("of equals the first").isEqualTo(cores);
  }

  @Test
  void tasksThatNeedOtherResourcesAreOfAnotherKind() {
    assertThat(of(5, 1, 0)).isNotEqualTo(of(5, 0, 0));
    assertThat(of(0, 0, 1)).isNotEqualTo(of(1, 1, 1));
  }

  @Test
  void taskThatNeedsNothingOfTheClusterIsOfNoKind() {
    assertThat(of(0, 0, 0)).isEqualTo(TaskKinds.NONE);
    TaskKinds withoutGpus = kinds(ShareSpace.ofOneClass(3), 100, 1000, 0);
    assertThat(withoutGpus.of(new long[] {0, 0, 1})).isEqualTo(TaskKinds.NONE);
    assertThat(withoutGpus.count()).isZero();
    int kind = withoutGpus.of(new long[] {1, 0, 8});
    assertThat(withoutGpus.dominant(kind)).isZero();
  }

  @Test
  void shareIsAFractionOfTheCluster() {
    assertThat(kinds.share(new long[] {7, 30, 1}, 1)).isCloseTo(0.03, within(1e-12));
  }

  @Test
  void numbersBeginAtZeroAgainOnceAllAreForgotten() {
    of(1, 0, 0);
    int memory = of(0, 1, 0);
    kinds.clear();
    assertThat(kinds.count()).isZero();
    assertThat(of(0, 1, 0)).isZero().isNotEqualTo(memory);
    assertThat(kinds.dominant(0)).isEqualTo(1);
    assertThat(of(1, 0, 0)).as("of the former number 0").isEqualTo(1);
  }

  /** All twelve kinds that three resources allow. */
  @Test
  void numbersAreKeptWhenThereAreMany() {
    long[][] tasks = new long[12][];
    int count = 0;
    for (int needed = 1; needed < 8; needed++) {
      for (int dominant = 0; dominant < 3; dominant++) {
        if ((needed >> dominant & 1) != 0) {
          long[] task = {needed & 1, needed >> 1 & 1, needed >> 2 & 1};
          task[dominant] *= new long[] {50, 500, 5}[dominant];
          assertThat(kinds.of(task)).isEqualTo(count);
          tasks[count++] = task;
        }
      }
    }
    assertThat(count).isEqualTo(12);
    for (int kind = 0; kind < count; kind++) {
      assertThat(kinds.of(tasks[kind])).isEqualTo(kind);
    }
  }

  /** Two machine classes of cores: shares of each, or of the cluster. */
  @Test
  void tasksOfAnotherMachineClassAreOfAnotherKindInBothSpaces() {
    for (ShareSpace.Kind kind : ShareSpace.Kind.values()) {
      TaskKinds ofClasses = kinds(new ShareSpace(kind, 2, 1), 100, 300, 0);
      int first = ofClasses.of(new long[] {1, 0});
      int second = ofClasses.of(new long[] {0, 1});
      int both = ofClasses.of(new long[] {1, 3});
      assertThat(first).isZero();
      assertThat(second).isEqualTo(1);
      assertThat(both).isEqualTo(2);
      boolean isOfClasses = kind == ShareSpace.Kind.CLASS;
      assertThat(ofClasses.dominant(second)).isEqualTo(isOfClasses ? 1 : 0);
      assertThat(ofClasses.share(new long[] {1, 3}, 0))
          .as("1 of 100, or 4 of 400")
          .isCloseTo(0.01, within(1e-12));
    }
  }
}
