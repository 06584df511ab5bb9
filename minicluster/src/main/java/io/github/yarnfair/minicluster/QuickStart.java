// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/** Options of a Java virtual machine that runs for seconds, beside others, on a few cores. */
public final class QuickStart {
  /**
   * Start-up counts, not peak speed: no optimising compiler, no collector with threads of its own,
   * and the compiler's classes are not verified again, a tenth of the CPU time until a command
   * ends.
   */
  static final List<String> OPTIONS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:-BytecodeVerificationRemote");

  private QuickStart() {}

  /** The program that starts a virtual machine as this one is. */
  static String java() {
    return new File(System.getProperty("java.home"), "bin/java").getPath();
  }

  /**
   * The command of a Java program.
   *
   * @param heapMb the most that its heap may take, in MiB
   * @param options of the virtual machine, behind {@link #OPTIONS}
   */
  public static List<String> command(
      int heapMb,
      String classPath,
      List<String> options,
      String mainClass,
      List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(java(), "-Xmx" + heapMb + "m"));
    command.addAll(OPTIONS);
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, mainClass));
    command.addAll(arguments);
    return command;
  }
}
