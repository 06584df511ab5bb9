// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.runs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code what-if} that say what is supposed to be different. */
final class SupposedFiles {
  @Option(
      names = "--new-queues",
      paramLabel = "FILE",
      description = "Other queues: a capacity-scheduler.xml. Needs Hadoop's classes.")
  private @Nullable Path queues;

  @Option(
      names = "--new-nodes",
      paramLabel = "FILE|N*AMOUNTS",
      description = "Other nodes, all of them, as for --nodes.")
  private @Nullable String nodes;

  @Option(
      names = "--new-policy",
      paramLabel = "POLICY[/NODE-CHOICE]",
      description = "Another rule or real scheduler.")
  private @Nullable String policy;

  @Option(
      names = "--submit",
      paramLabel = "NAME=VALUE,...",
      description =
          "A further job, such as queue=root.a,tasks=500,duration-ms=60000,memory-mb=8192,vcores=2;"
              + " also user, at-ms, class. May be repeated.")
  private List<String> submitted = new ArrayList<>();

  /**
   * Checks that something is different.
   *
   * @throws IllegalArgumentException if nothing is
   */
  void check() {
    if (queues == null && nodes == null && policy == null && submitted.isEmpty()) {
      throw new IllegalArgumentException(
          "Nothing is different: expected --new-queues, --new-nodes, --new-policy or --submit");
    }
  }

  /**
   * Takes what has no other meaning, since a recording has the old ones, for what is new.
   *
   * @throws IllegalArgumentException if something new is given twice
   */
  void orElse(@Nullable Path otherQueues, String otherNodes, @Nullable String otherPolicy) {
    if ((queues != null && otherQueues != null)
        || (nodes != null && !otherNodes.isEmpty())
        || (policy != null && otherPolicy != null)) {
      throw new IllegalArgumentException(
          "With --recording --queues, --nodes and --policy are what is new: expected them, or"
              + " --new-queues, --new-nodes and --new-policy");
    }
    queues = queues == null ? otherQueues : queues;
    nodes = nodes == null && !otherNodes.isEmpty() ? otherNodes : nodes;
    policy = policy == null ? otherPolicy : policy;
  }

  @Nullable Path queues() {
    return queues;
  }

  @Nullable String nodes() {
    return nodes;
  }

  @Nullable String policy() {
    return policy;
  }

  List<String> submitted() {
    return submitted;
  }
}
