// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessUseTest {
  private static final long SELF = ProcessHandle.current().pid();

  @Test
  void cpuTimeGoesToTheKindOfItsThread() throws Exception {
    ProcessUse before = ProcessUse.of(SELF);
    Map<ThreadKind, Double>[] use = new Map[1];
    Thread scheduler =
        new Thread(
            () -> {
              try {
                do {
                  use[0] = ProcessUse.of(SELF).since(before);
                } while (use[0].get(ThreadKind.SCHEDULER) < 0.1);
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            },
            "SchedulerEventDispatcher:Event Processor");
    scheduler.start();
    scheduler.join(60_000);
    assertThat(use[0].get(ThreadKind.SCHEDULER)).isBetween(0.1, 10.0);
    assertThat(ProcessUse.of(SELF).seconds()).isGreaterThanOrEqualTo(before.seconds() + 0.1);
  }

  @ParameterizedTest
  @CsvSource({
    "SchedulerEventD,SCHEDULER",
    "IPC Server hand,CALLS",
    "IPC Server list,CONNECTIONS",
    "Socket Reader #,CONNECTIONS",
    "G1 Main Marker,COLLECTION",
    "GC Thread#0,COLLECTION",
    "C2 CompilerThre,COMPILATION",
    "main,OTHER"
  })
  void threadsAreKnownByTheBeginOfTheirName(String name, ThreadKind kind) {
    assertThat(ThreadKind.of(name)).isEqualTo(kind);
  }

  @Test
  void thisProcessHasMemory() throws Exception {
    assertThat(ProcessUse.residentMebibytes(SELF)).isBetween(10.0, 100_000.0);
  }

  @Test
  void processThatIsNotThereIsAnError() {
    assertThatThrownBy(() -> ProcessUse.of(Integer.MAX_VALUE)).isInstanceOf(IOException.class);
  }
}
