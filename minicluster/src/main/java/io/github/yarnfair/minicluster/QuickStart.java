// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster;

import java.util.List;

/** Options of a Java virtual machine that runs for seconds, beside others, on a few cores. */
public final class QuickStart {
  /**
   * Start-up counts, not peak speed: no optimising compiler, no collector with threads of its own,
   * and the compiler's classes are not verified again, a tenth of the CPU time until a command
   * ends.
   */
  public static final List<String> OPTIONS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:-BytecodeVerificationRemote");

  private QuickStart() {}
}
