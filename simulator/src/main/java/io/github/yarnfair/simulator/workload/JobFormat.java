// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The formats of files of jobs. */
public enum JobFormat {
  /** Alibaba's cluster-trace-gpu-v2023: one pod, one job. */
  OPENB(new OpenbJobs(), new QueueRule(QueueRule.Kind.COLUMN, "qos")),
  /** SWIM: bytes of each MapReduce job. */
  SWIM(new SwimJobs(), new QueueRule(QueueRule.Kind.ROUND_ROBIN, "")),
  /** The answer of {@code /ws/v1/cluster/apps}. */
  APPS(new AppsJobs(), new QueueRule(QueueRule.Kind.FILE, "")),
  /** Hadoop's Scheduler Load Simulator. */
  SLS(new SlsJobs(), new QueueRule(QueueRule.Kind.FILE, "")),
  /** This project's own: one line, one group of equal tasks. */
  CSV(new CsvJobs(), new QueueRule(QueueRule.Kind.FILE, ""));

  private static final int LOOKED_AT = 1 << 16;

  @SuppressWarnings("ImmutableEnumChecker") // readers hold nothing
  private final JobReader reader;

  @SuppressWarnings("ImmutableEnumChecker") // a record of a constant and a text
  private final QueueRule usual;

  JobFormat(JobReader reader, QueueRule usual) {
    this.reader = reader;
    this.usual = usual;
  }

  JobReader reader() {
    return reader;
  }

  /** Returns the rule for the queue of a job if the user gives none. */
  QueueRule usual() {
    return usual;
  }

  /**
   * Returns the format of a name.
   *
   * @throws IllegalArgumentException if there is none; the message lists all
   */
  public static JobFormat of(String name) {
    return Arrays.stream(values())
        .filter(format -> format.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("\"" + name + "\": expected one of " + all()));
  }

  private static String all() {
    return Arrays.stream(values()).map(JobFormat::toString).collect(Collectors.joining(", "));
  }

  /** Returns the format of a file, by its beginning. */
  static JobFormat detect(Path file) throws IOException {
    TextFile.checkReadable(file);
    char[] begin = new char[LOOKED_AT];
    int length;
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      length = Math.max(0, reader.read(begin));
    } catch (CharacterCodingException e) {
      throw new InputException(file + ": bytes that are not UTF-8: expected a file of text");
    }
    String text = new String(begin, 0, length).stripLeading();
    if (text.startsWith("{") || text.startsWith("[")) {
      if (text.contains("\"job.")) {
        return SLS;
      }
      if (text.contains("\"apps\"")) {
        return APPS;
      }
    }
    String line = text.lines().findFirst().orElse("");
    if (line.contains("cpu_milli") && line.contains("num_gpu")) {
      return OPENB;
    }
    if (line.contains(",") && line.contains("submit-ms")) {
      return CSV;
    }
    if (line.split("\t", -1).length == SwimJobs.COLUMNS) {
      return SWIM;
    }
    throw new Where(file.toString(), 1)
        .refuse("no format that is known", "jobs as " + all() + ", or --format");
  }

  /** Returns the name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
