// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileUtil;

/** What the scheduler records of its decisions during one run. */
final class DemoRecording {
  /** More than a run takes: it stays in one file. */
  private static final String SIZE = "64m";

  private final DemoScheduler scheduler;
  private final Path directory;

  /**
   * @param directory of this run's recording alone
   */
  DemoRecording(DemoScheduler scheduler, Path directory) {
    this.scheduler = scheduler;
    this.directory = directory;
  }

  /** Removes the recordings of earlier runs. */
  void clear() throws IOException {
    if (!FileUtil.fullyDeleteContents(directory.toFile())) {
      throw new IOException(directory + " cannot be emptied");
    }
    Files.createDirectories(directory);
  }

  /** Returns what the scheduler needs in {@code yarn-site.xml}; a rival records nothing. */
  Map<String, String> settings() {
    String prefix = "yarn.scheduler." + scheduler + ".recording.";
    return scheduler.judged()
        ? Map.of(prefix + "directory", directory.toString(), prefix + "maximum-size", SIZE)
        : Map.of();
  }

  /** Returns lines that name the file, after the scheduler has stopped, and how to replay it. */
  List<String> lines() throws IOException {
    if (!scheduler.judged()) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .max(Comparator.naturalOrder())
          .map(
              file ->
                  List.of(
                      "Recording      " + file,
                      "To replay it   java -jar simulator/target/simulator.jar replay " + file,
                      "               (mvn -q -pl simulator -am package -DskipTests builds that)"))
          .orElse(List.of("Nothing was recorded; the log says why."));
    }
  }
}
