// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc.load;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a process has used so far, as Linux counts it below {@code /proc}.
 *
 * @param seconds CPU time of the process, with threads that have ended
 * @param byKind CPU time in seconds of the threads that run, by what they do
 */
record ProcessUse(double seconds, Map<ThreadKind, Double> byKind) {
  /** Linux's unit for programs, on all machines that Java runs on. */
  private static final double TICKS_PER_SECOND = 100;

  /** Numbers of the fields, after the name, of CPU time as a user and in the system. */
  private static final int USER = 11;

  private static final int SYSTEM = 12;

  /**
   * Reads it.
   *
   * @throws IOException if there is no such process
   */
  static ProcessUse of(long process) throws IOException {
    Path files = Path.of("/proc", Long.toString(process));
    Map<ThreadKind, Double> byKind = new EnumMap<>(ThreadKind.class);
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(files.resolve("task"))) {
      for (Path thread : threads) {
        add(thread, byKind);
      }
    }
    return new ProcessUse(seconds(Files.readString(files.resolve("stat"))), byKind);
  }

  private static void add(Path thread, Map<ThreadKind, Double> byKind) throws IOException {
    try {
      String stat = Files.readString(thread.resolve("stat"));
      String name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      byKind.merge(ThreadKind.of(name), seconds(stat), Double::sum);
    } catch (NoSuchFileException e) {
      // It has ended in the meantime.
    }
  }

  private static double seconds(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", SYSTEM + 2);
    return (Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM])) / TICKS_PER_SECOND;
  }

  /**
   * Returns the CPU time since an earlier reading, by kind. Threads that have ended are others;
   * their part is exact to a hundredth of a second for each thread.
   */
  Map<ThreadKind, Double> since(ProcessUse before) {
    Map<ThreadKind, Double> difference = new EnumMap<>(ThreadKind.class);
    double others = seconds - before.seconds;
    for (ThreadKind kind : ThreadKind.values()) {
      if (kind != ThreadKind.OTHER) {
        double more = byKind.getOrDefault(kind, 0.0) - before.byKind.getOrDefault(kind, 0.0);
        difference.put(kind, more);
        others -= more;
      }
    }
    difference.put(ThreadKind.OTHER, Math.max(0, others));
    return difference;
  }

  /** Returns how much memory a process has now, in MiB. */
  static double residentMebibytes(long process) throws IOException {
    String label = "VmRSS:";
    return Files.readAllLines(Path.of("/proc", Long.toString(process), "status")).stream()
            .filter(line -> line.startsWith(label))
            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
            .sum()
        / 1024.0;
  }
}
