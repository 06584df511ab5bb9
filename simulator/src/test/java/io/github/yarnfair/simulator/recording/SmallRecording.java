// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.recording;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.recording.FlightRecorder;
import io.github.yarnfair.recording.RecordedFiles;
import io.github.yarnfair.recording.Recorder;
import io.github.yarnfair.recording.RecordingSettings;
import io.github.yarnfair.recording.SnapshotHead;
import io.github.yarnfair.recording.SnapshotHead.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Two queues with an application each on one node, and what becomes of eight containers. */
public final class SmallRecording {
  /** When the recording begins, in milliseconds. */
  public static final long BEGIN = 1_700_000_000_000L;

  private static final long[] TASK = {1024, 1};

  private SmallRecording() {}

  /**
   * Records decisions by a policy.
   *
   * @param named the name of the policy that the recording has
   * @return the file
   */
  public static Path write(Path directory, FairnessPolicy policy, String named) throws IOException {
    return write(directory, policy, named, policy.revision());
  }

  /**
   * Records decisions by a policy.
   *
   * @param named the name of the policy that the recording has
   * @param revision of its rule, likewise
   * @return the file
   */
  public static Path write(Path directory, FairnessPolicy policy, String named, int revision)
      throws IOException {
    ShareTree tree = new ShareTree(2);
    int a = tree.addQueue(ShareTree.ROOT, 3.0);
    int b = tree.addQueue(ShareTree.ROOT, 1.0);
    tree.setCapacity(new long[] {8192, 8});
    RecordingSettings settings = new RecordingSettings(directory, 1 << 24, 1L << 40);
    try (FlightRecorder flight =
        new FlightRecorder(settings, "Small", () -> BEGIN, e -> {}, null)) {
      Recorder recorder = flight.recorder();
      Selection selection = policy.over(tree);
      recorder.beginSnapshot(head(tree, named, revision), tree);
      recorder.queueFile("capacity-scheduler.xml", "<configuration>small</configuration>");
      recorder.queue(a, "root.a");
      recorder.queue(b, "root.b");
      recorder.node(1, "n1:1", "", new long[] {8192, 8});
      recorder.endSnapshot();
      int first = submit(recorder, tree, a, 1, "alice", "root.a");
      recorder.at(BEGIN + 100);
      int second = submit(recorder, tree, b, 2, "bob", "root.b");
      fill(recorder, tree, selection);
      recorder.at(BEGIN + 5_000);
      recorder.containerEnded(first, 1, 1, 0);
      tree.release(first, TASK);
      recorder.at(BEGIN + 9_000);
      recorder.containerEnded(second, 1, 2, 0);
      tree.release(second, TASK);
    }
    return RecordedFiles.of(directory).get(0);
  }

  private static SnapshotHead head(ShareTree tree, String policy, int revision) {
    return new SnapshotHead(
        BEGIN,
        Reason.START,
        "test",
        "SmallScheduler",
        policy,
        revision,
        "heartbeat",
        tree.space(),
        List.of("memory-mb", "vcores"),
        List.of(""));
  }

  private static int submit(
      Recorder recorder, ShareTree tree, int queue, int id, String user, String path) {
    int leaf = tree.addLeaf(queue, 1.0);
    recorder.application(leaf, BEGIN, id, user, path);
    tree.setDemand(leaf, Demand.of(TASK, 20));
    return leaf;
  }

  private static void fill(Recorder recorder, ShareTree tree, Selection selection) {
    Offer offer = new Offer(2);
    recorder.at(BEGIN + 1_000);
    offer.open(new long[] {8192, 8});
    long containers = 0;
    int leaf;
    do {
      leaf = selection.next(offer);
      recorder.decided(offer, leaf);
      if (leaf != ShareTree.NONE) {
        tree.charge(leaf, TASK);
        offer.take(TASK);
        recorder.container(leaf, 1, ++containers, 1, containers == 1, BEGIN + 1_000, TASK);
      }
    } while (leaf != ShareTree.NONE);
  }
}
