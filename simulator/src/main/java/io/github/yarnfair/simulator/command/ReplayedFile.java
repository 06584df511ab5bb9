// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.command;

import io.github.yarnfair.recording.SnapshotHead;
import io.github.yarnfair.recording.replay.Replay;
import io.github.yarnfair.simulator.recording.RecordedPolicies;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What came out of the replay of a file; the fields of the JSON document.
 *
 * @param from time of the first event, ISO 8601
 * @param to time of the last event
 * @param decisions selections of an application, or of none
 * @param selected those of them that selected one
 * @param differences choices that come out otherwise
 * @param firstDifference the first of these; null if there is none
 * @param ended whether the scheduler has ended the recording in this file, and not a crash
 * @param damage what ended the reading; null if nothing did
 * @param seconds that the replay took
 */
record ReplayedFile(
    String file,
    String scheduler,
    String policy,
    int revision,
    String nodeChoice,
    String software,
    String from,
    String to,
    long events,
    long snapshots,
    long decisions,
    long selected,
    long nodeChoices,
    long containers,
    long differences,
    @Nullable String firstDifference,
    boolean ended,
    @Nullable String damage,
    double seconds) {

  static ReplayedFile of(Path file, Replay.Outcome outcome, double seconds) {
    SnapshotHead head = outcome.head();
    return new ReplayedFile(
        file.toString(),
        head == null ? "" : head.scheduler(),
        head == null ? "" : head.policy(),
        head == null ? 0 : head.revision(),
        head == null ? "" : head.nodeChoice(),
        head == null ? "" : head.software(),
        Instant.ofEpochMilli(outcome.firstMillis()).toString(),
        Instant.ofEpochMilli(outcome.lastMillis()).toString(),
        outcome.events(),
        outcome.snapshots(),
        outcome.decisions(),
        outcome.selected(),
        outcome.nodeChoices(),
        outcome.containers(),
        outcome.differences(),
        outcome.first() == null ? null : outcome.first().toString(),
        outcome.isEnded(),
        outcome.damage() == null ? null : outcome.damage().getMessage(),
        seconds);
  }

  /** Prints one line, and one for the first difference. */
  void print(PrintWriter out) {
    if (snapshots == 0) {
      out.println(file + ": no event");
      out.flush();
      return;
    }
    out.printf(
        Locale.ROOT,
        "%s: %s by %s, %s to %s: %,d decisions (%,d of an application), %,d choices of a node,"
            + " %,d containers started: %s (%.1f s)%n",
        file,
        scheduler,
        revision == RecordedPolicies.named(policy).policy().revision()
            ? policy
            : policy + " of revision " + revision,
        from,
        to,
        decisions,
        selected,
        nodeChoices,
        containers,
        differences == 0
            ? "all as recorded"
            : String.format(Locale.ROOT, "%,d differ", differences),
        seconds);
    if (firstDifference != null) {
      out.println("first difference: " + firstDifference);
    }
    out.flush();
  }
}
