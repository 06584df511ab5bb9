// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.recording;

import io.github.yarnfair.recording.RecordedFiles;
import io.github.yarnfair.recording.RecordingException;
import io.github.yarnfair.recording.RecordingReader;
import io.github.yarnfair.recording.RecordingVisitor;
import io.github.yarnfair.recording.SnapshotHead;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The workload of a recording: the cluster's nodes, and each application as a job whose tasks are
 * the containers that it had, its masters' among them, with the times that they ran.
 *
 * <p>What a recording does not know is left out: requests that were not served, and when those
 * would have ended that still ran at its end, which count with the time that they had run so far.
 * Of a node that has changed, the last amounts count.
 *
 * @param workload times from the recording's first event
 * @param queueFile the last queue file of the recording
 * @param head of the recording's last snapshot: scheduler, policy, choice of nodes, machine classes
 * @param beginMillis time of the first event, in milliseconds
 * @param endMillis time of the last event
 * @param damages what ended the reading of a file before its end
 */
public record RecordingWorkload(
    Workload workload,
    String queueFile,
    SnapshotHead head,
    long beginMillis,
    long endMillis,
    List<RecordingException> damages) {

  /** The class of containers on nodes with a label that they have not named. */
  private static final String GUESTS = "*";

  /**
   * Reads a file, or all recordings in a directory.
   *
   * @param salvage whether the whole events before damage are enough
   * @throws RecordingException if a file is no recording, of a later version, or damaged
   * @throws IOException if nothing can be read
   */
  public static RecordingWorkload read(Path fileOrDirectory, boolean salvage) throws IOException {
    Facts facts = new Facts();
    List<RecordingException> damages = new ArrayList<>();
    List<Path> files = RecordedFiles.of(fileOrDirectory);
    for (Path file : files) {
      RecordingException damage = RecordingReader.read(file, salvage, facts).damage();
      if (damage != null) {
        damages.add(damage);
      }
    }
    SnapshotHead head = facts.head;
    if (head == null) {
      throw new RecordingException(files.get(0), 0, "no event", "a snapshot");
    }
    return new RecordingWorkload(
        facts.workload(head), facts.queueFile, head, facts.begin, facts.now, damages);
  }

  /** Collects nodes and jobs. */
  private static final class Facts implements RecordingVisitor {
    private final Map<String, RunNode> nodes = new LinkedHashMap<>();
    private final Map<Integer, RunNode> byNumber = new HashMap<>();
    private final Map<String, RecordedJob> jobs = new LinkedHashMap<>();
    private final Map<Integer, RecordedJob> byLeaf = new HashMap<>();
    private @Nullable SnapshotHead head;
    private String queueFile = "";
    private long snapshots;
    private long begin;
    private long now;

    @Override
    public void at(long offset, long millis) {
      now = millis;
    }

    @Override
    public void snapshot(SnapshotHead of) {
      now = of.millis();
      begin = head == null ? now : begin;
      head = of;
      snapshots++;
      byLeaf.clear();
      byNumber.clear();
    }

    /** What ran before and is not there any more has ended while nothing was recorded. */
    @Override
    public void snapshotEnds() {
      for (RecordedJob job : jobs.values()) {
        for (RecordedContainer container : job.containers()) {
          if (container.isRunning() && !container.isSeenIn(snapshots)) {
            container.end(now);
          }
        }
      }
    }

    @Override
    public void queueFile(String source, String text) {
      queueFile = text;
    }

    @Override
    public void node(int number, String name, String machineClass, long[] total) {
      RunNode before = nodes.get(name);
      int index = before == null ? nodes.size() : before.index();
      RunNode node = new RunNode(index, name, machineClass, total.clone());
      nodes.put(name, node);
      byNumber.put(number, node);
    }

    @Override
    public void application(int leaf, long cluster, int id, String user, String queue) {
      RecordedJob read = new RecordedJob(cluster, id, user, queue, now - begin);
      RecordedJob job = Objects.requireNonNullElse(jobs.putIfAbsent(read.id(), read), read);
      job.setQueue(queue);
      byLeaf.put(leaf, job);
    }

    @Override
    public void removed(int node) {
      byLeaf.remove(node);
    }

    @Override
    public void container(
        int leaf, int attempt, long id, int node, boolean isMaster, long started, long[] amounts) {
      RecordedJob job = job(leaf);
      RecordedContainer container = job.container(attempt, id);
      if (container == null) {
        RunNode on = byNumber.get(node);
        if (on == null) {
          throw new IllegalStateException("a container on node " + node + ", which never was");
        }
        container = new RecordedContainer(started, amounts.clone(), on);
        job.add(attempt, id, container);
      }
      container.see(snapshots);
    }

    @Override
    public void containerEnded(int leaf, int attempt, long id, int exitStatus) {
      RecordedContainer container = job(leaf).container(attempt, id);
      if (container != null) {
        container.end(now);
      }
    }

    private RecordedJob job(int leaf) {
      RecordedJob job = byLeaf.get(leaf);
      if (job == null) {
        throw new IllegalStateException(
            "a container of leaf " + leaf + ", which is no application");
      }
      return job;
    }

    Workload workload(SnapshotHead last) {
      boolean areConfined = last.classes().contains(GUESTS);
      List<RecordedJob> sorted = new ArrayList<>(jobs.values());
      sorted.sort(Comparator.comparingLong(RecordedJob::submitted));
      List<RunJob> runs = new ArrayList<>();
      for (RecordedJob job : sorted) {
        runs.add(
            new RunJob(
                runs.size(),
                job.id(),
                job.queue(),
                job.user(),
                job.submitted(),
                job.groups(now, areConfined)));
      }
      return new Workload(last.resources(), List.copyOf(nodes.values()), List.copyOf(runs));
    }
  }
}
