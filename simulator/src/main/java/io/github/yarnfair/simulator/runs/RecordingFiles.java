// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.runs;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.recording.SnapshotHead;
import io.github.yarnfair.simulator.engine.ClusterExtension;
import io.github.yarnfair.simulator.engine.Contender;
import io.github.yarnfair.simulator.engine.RuleContender;
import io.github.yarnfair.simulator.recording.RecordedPolicies;
import io.github.yarnfair.simulator.recording.RecordingWorkload;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.workload.ClusterNodes;
import io.github.yarnfair.simulator.workload.InputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a recording whose jobs are run, and what it has beside them. */
final class RecordingFiles {
  @Option(
      names = "--recording",
      paramLabel = "FILE",
      description =
          "A recording, or a directory with the files of one, in place of --nodes and --jobs;"
              + " with what-if, --queues, --nodes and --policy then give the changes.")
  private @Nullable Path recording;

  @Option(
      names = "--salvage",
      description = "Use the events before damage, such as a file that a crash has cut off.")
  private boolean salvage;

  /** Returns the recording; null if there is none. */
  @Nullable Path recording() {
    return recording;
  }

  /** Reads the recording; names what was damaged. */
  RecordingWorkload read(Path file, PrintWriter err) throws IOException {
    RecordingWorkload read = RecordingWorkload.read(file, salvage);
    read.damages().forEach(damage -> err.println(damage.getMessage()));
    if (read.workload().jobs().isEmpty() || read.workload().nodes().isEmpty()) {
      throw new InputException(file + ": no applications or no nodes: expected some of both");
    }
    return read;
  }

  /**
   * Returns the rule and the node choice that were recorded. Jobs can be run by any rule: in place
   * of a revision that is not there any more this version's is taken, and said so.
   */
  static Contender contender(RecordingWorkload recording, PrintWriter err) throws InputException {
    try {
      return new RuleContender(
          rule(recording.head(), err), NodeChoice.of(recording.head().nodeChoice()));
    } catch (IllegalArgumentException e) {
      throw new InputException("the recording: " + e.getMessage());
    }
  }

  private static Rule rule(SnapshotHead head, PrintWriter err) {
    Rule now = RecordedPolicies.named(head.policy());
    try {
      return RecordedPolicies.rule(head);
    } catch (IllegalArgumentException e) {
      err.printf(
          "The recording is by revision %d of rule \"%s\"; its jobs run by revision %d%n",
          head.revision(), head.policy(), now.policy().revision());
      return now;
    }
  }

  /** Returns the recorded queues; without Hadoop's classes prints a note and returns null. */
  static @Nullable RunQueue queues(
      RecordingWorkload recording,
      ClusterNodes cluster,
      Optional<ClusterExtension> extension,
      PrintWriter err)
      throws IOException {
    if (extension.isEmpty()) {
      err.println(
          "The queue file of the recording is not read without Hadoop's classes: its queues all"
              + " weigh 1");
      return null;
    }
    Path file = Files.createTempFile("recorded-queues", ".xml");
    try {
      Files.writeString(file, recording.queueFile());
      return extension.get().readQueues(file, cluster.resourceNames(), cluster.capacity());
    } finally {
      Files.delete(file);
    }
  }
}
