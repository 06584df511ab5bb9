// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc.load;

import java.util.Arrays;

/**
 * Threads of a ResourceManager by what they do, told by the 15 bytes that Linux keeps of a name.
 */
public enum ThreadKind {
  /** The events of the scheduler: heartbeats, nodes and applications that come and go. */
  SCHEDULER("SchedulerEvent.*"),
  /** Calls of nodes, masters and clients, once they have been read. */
  CALLS("IPC Server hand.*"),
  /** Reading calls from connections and writing answers. */
  CONNECTIONS("(IPC|Socket Reader).*"),
  /** Events of the state machines of nodes, applications and containers. */
  EVENTS("(AsyncDispatcher|RM Event|RM StateStore).*"),
  /** Garbage collection. */
  COLLECTION("(GC Thread|G1 |VM Thread).*"),
  /** Compilation of the byte code. */
  COMPILATION("(C1 Compiler|C2 Compiler|Sweeper).*"),
  OTHER(".*");

  /** Regular expression of the names. */
  private final String names;

  ThreadKind(String names) {
    this.names = names;
  }

  /** Returns the first kind that a name is of. */
  static ThreadKind of(String name) {
    return Arrays.stream(values())
        .filter(kind -> name.matches(kind.names))
        .findFirst()
        .orElseThrow();
  }
}
