// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one file of a recording. */
public final class RecordingReader {
  private static final int KINDS = ShareSpace.Kind.values().length;

  private final Path file;
  private final RecordingVisitor visitor;
  private final EventInput in = new EventInput();
  private final RecordedDecision decision = new RecordedDecision();
  private @Nullable ShareSpace space;
  private long millis;
  private long events;
  private boolean hasEnd;
  private boolean hasNext;

  /** Where the last event begins. */
  private long lastOffset;

  /** Whether snapshots name the revision of the rule, and files say how they end. */
  private boolean isOfVersion2;

  // Scratch, by the space of the last snapshot.
  private long[] amounts = {};
  private long[] ofResources = {};
  private long[] moreOfResources = {};
  private double[] weights = {};
  private final List<long[]> lastTotals = new ArrayList<>();

  private RecordingReader(Path file, RecordingVisitor visitor) {
    this.file = file;
    this.visitor = visitor;
  }

  /**
   * What was read of a file.
   *
   * @param events how many, the passing of time not counted
   * @param isEnded whether the scheduler has ended the recording in it, and not a crash
   * @param damage what ended the reading before the end of the file; null if nothing did
   */
  public record Result(long events, boolean isEnded, @Nullable RecordingException damage) {}

  /**
   * Reads a file and tells a visitor.
   *
   * @param salvage whether the whole events before damage are enough
   * @throws RecordingException if the file is no recording, of a later version, or damaged; with
   *     {@code salvage} only if its header is whole and not right
   */
  public static Result read(Path file, boolean salvage, RecordingVisitor visitor)
      throws IOException {
    RecordingReader reader = new RecordingReader(file, visitor);
    try (BlockReader blocks = new BlockReader(file)) {
      RecordingException damage = reader.read(blocks, salvage);
      return new Result(reader.events, reader.hasEnd, damage);
    } catch (RecordingException e) {
      if (!salvage || !RecordedFiles.isCutOffInHeader(file)) {
        throw e;
      }
      return new Result(0, false, e);
    }
  }

  private @Nullable RecordingException read(BlockReader blocks, boolean salvage)
      throws IOException {
    isOfVersion2 = blocks.version() > Format.OLDEST_VERSION;
    try {
      while (blocks.next()) {
        in.open(blocks.payload(), blocks.length());
        while (in.hasMore()) {
          event(blocks.payloadOffset() + in.position());
        }
      }
      checkEnd();
      return null;
    } catch (RecordingException e) {
      if (!salvage) {
        throw e;
      }
      return e;
    }
  }

  /** A file that stops between two blocks is as damaged as one that stops within a block. */
  private void checkEnd() throws RecordingException {
    if (isOfVersion2 && !hasEnd && !hasNext) {
      throw new RecordingException(
          file,
          lastOffset,
          "the file ends after a whole block",
          "the end of the recording, or the event that another file follows");
    }
  }

  private void event(long offset) throws RecordingException {
    lastOffset = offset;
    int code = in.readByte();
    try {
      if (code == EventCode.TIME) {
        millis = Math.addExact(millis, notNegative(in.readSigned(), "time passes by %d ms"));
        return;
      }
      events++;
      visitor.at(offset, millis);
      event(code);
    } catch (EventInput.Malformed e) {
      throw new RecordingException(
          file, offset, "an event of code " + code + ": " + e.getMessage(), e.expected());
    } catch (UncheckedIOException e) {
      throw e; // Not about the file, so that there is nothing to salvage.
    } catch (RuntimeException e) {
      // Of whatever kind: the visitor cannot go on from there.
      RecordingException refused =
          new RecordingException(
              file,
              offset,
              "an event of code " + code + ": " + e.getMessage(),
              "one that follows from those before");
      refused.initCause(e);
      throw refused;
    } catch (OutOfMemoryError | StackOverflowError e) {
      throw new RecordingException(
          file,
          offset,
          "an event of code " + code + ": " + e.getClass().getSimpleName(),
          "what fits into the memory that this process may use");
    }
  }

  private static long notNegative(long duration, String found) {
    if (duration < 0) {
      throw new EventInput.Malformed(found.formatted(duration), "0 or more");
    }
    return duration;
  }

  private void event(int code) {
    if (code == EventCode.SNAPSHOT) {
      readHead();
    } else if (space == null) {
      throw new EventInput.Malformed("no snapshot before it", "a snapshot");
    } else if (code < EventCode.ADD) {
      snapshotEvent(code);
    } else if (code < EventCode.DECISION) {
      treeEvent(code, space);
    } else if (code < EventCode.QUEUE) {
      choiceEvent(code, space);
    } else {
      fact(code);
    }
  }

  private static EventInput.Malformed unknown() {
    return new EventInput.Malformed("which is not known", "one of this version");
  }

  // ------------------------------------------------------------------------------------ snapshots

  @SuppressWarnings("EnumOrdinal") // the format has positions
  private void readHead() {
    millis = in.readSigned();
    SnapshotHead.Reason reason =
        SnapshotHead.Reason.values()[in.readBelow(SnapshotHead.Reason.values().length)];
    String software = in.readName();
    String scheduler = in.readName();
    String policy = in.readName();
    int revision = isOfVersion2 ? in.readInt() : FairnessPolicy.FIRST_REVISION;
    String nodeChoice = in.readName();
    ShareSpace.Kind kind = ShareSpace.Kind.values()[in.readBelow(KINDS)];
    List<String> resources = in.readNames();
    List<String> classes = in.readNames();
    if ((long) classes.size() * resources.size() >= Format.MOST_AMOUNTS) {
      throw new EventInput.Malformed(
          "%d machine classes and %d resources".formatted(classes.size(), resources.size()),
          "fewer than " + Format.MOST_AMOUNTS + " of both multiplied");
    }
    ShareSpace read = new ShareSpace(kind, classes.size(), resources.size());
    space = read;
    amounts = new long[read.length()];
    ofResources = new long[read.resources()];
    moreOfResources = new long[read.resources()];
    weights = new double[read.weights()];
    lastTotals.clear();
    visitor.snapshot(
        new SnapshotHead(
            millis,
            reason,
            software,
            scheduler,
            policy,
            revision,
            nodeChoice,
            read,
            resources,
            classes));
  }

  private void snapshotEvent(int code) {
    switch (code) {
      case EventCode.SNAPSHOT_END -> visitor.snapshotEnds();
      case EventCode.END -> {
        hasEnd = true;
        visitor.ends();
      }
      case EventCode.FILE_END -> hasNext = true;
      case EventCode.TREE -> readTree(amounts.length);
      default -> throw unknown();
    }
  }

  private void readTree(int length) {
    int bound = in.readInt();
    int[] free = in.readInts();
    int count = in.readVectors(length);
    if (bound != count + 1 + free.length) {
      throw new EventInput.Malformed(
          bound + " handles", "as many as " + (count + 1) + " nodes and " + free.length + " free");
    }
    int[] nodes = new int[2 * count];
    boolean[] leaves = new boolean[count];
    for (int i = 0; i < count; i++) {
      nodes[2 * i] = in.readBelow(bound);
      nodes[2 * i + 1] = in.readBelow(bound);
      leaves[i] = in.readByte() != 0;
    }
    visitor.tree(bound, free, nodes, leaves);
  }

  // --------------------------------------------------------------------------------- share tree

  private Demand readDemand(int code, ShareSpace of) {
    long together = code == EventCode.DEMAND ? 1 : in.readTogether();
    Demand pending = in.readDemand(of.length()).startingTogether(together);
    boolean isPart = code == EventCode.PARTLY_SERVED_DEMAND;
    return isPart ? pending.withUnserved(in.readDemand(of.length())) : pending;
  }

  private void treeEvent(int code, ShareSpace of) {
    switch (code) {
      case EventCode.ADD ->
          visitor.added(in.readInt(), in.readInt(), in.readByte() != 0, in.readDouble());
      case EventCode.REMOVE -> visitor.removed(in.readInt());
      case EventCode.MOVE -> visitor.moved(in.readInt(), in.readInt());
      case EventCode.WEIGHT -> visitor.weights(in.readInt(), readWeights());
      case EventCode.LIMIT -> visitor.limit(in.readInt(), in.readByte() != 0, readLimit());
      case EventCode.IN_ORDER -> visitor.inOrder(in.readInt(), in.readByte() != 0);
      case EventCode.RANK ->
          visitor.rank(in.readInt(), Math.toIntExact(in.readSigned()), in.readSigned());
      case EventCode.CHARGE -> {
        int leaf = in.readInt();
        long count = in.read();
        visitor.charged(leaf, in.readVector(amounts), count);
      }
      case EventCode.RELEASE -> visitor.released(in.readInt(), in.readVector(amounts));
      case EventCode.DEMAND, EventCode.GANG_DEMAND, EventCode.PARTLY_SERVED_DEMAND ->
          visitor.demand(in.readInt(), readDemand(code, of));
      case EventCode.CAPACITY -> visitor.capacity(in.readVector(amounts));
      case EventCode.EPOCH -> {
        visitor.epochEnds(in.read(), in.readByte() != 0);
        for (int i = in.readBelow(Format.MOST_NODES); i > 0; i--) {
          visitor.weights(in.readInt(), readWeights());
        }
      }
      case EventCode.SHAPES -> {
        List<long[]> shapes = new ArrayList<>();
        for (int i = in.readVectors(of.length()); i > 0; i--) {
          shapes.add(in.readVector(new long[of.length()]));
        }
        visitor.nodeShapes(shapes);
      }
      default -> throw unknown();
    }
  }

  private double[] readWeights() {
    for (int w = 0; w < weights.length; w++) {
      weights[w] = in.readDouble();
    }
    return weights;
  }

  private long[] readLimit() {
    in.readVector(amounts);
    for (int j = 0; j < amounts.length; j++) {
      amounts[j] = amounts[j] == 0 ? ShareTree.UNLIMITED : amounts[j] - 1;
    }
    return amounts;
  }

  // ------------------------------------------------------------------------------------- choices

  private void choiceEvent(int code, ShareSpace of) {
    if (code == EventCode.DECISION) {
      decision.read(in, of.length());
      visitor.decided(decision);
      return;
    } else if (code == EventCode.LOOK) {
      visitor.looked(in.read());
      return;
    }
    int index = in.readInt();
    switch (code) {
      case EventCode.INDEX -> {
        int machineClass = in.readInt();
        int resources = in.readBelow(1L + of.resources());
        lastTotals.add(new long[resources]);
        visitor.index(index, machineClass, resources);
      }
      case EventCode.PUT -> {
        int node = in.readBelow(Format.MOST_NODES);
        long[] total = totalOf(index);
        if (in.readByte() != 0) {
          in.readVector(total);
        }
        visitor.put(index, node, total, in.readVector(ofResources));
      }
      case EventCode.TAKE_OUT -> visitor.takenOut(index, in.readInt());
      case EventCode.SCORES ->
          visitor.scores(index, in.readVector(ofResources), in.readDemand(of.resources()));
      case EventCode.CHOICE ->
          visitor.chosen(index, in.readVector(ofResources), in.readInts(), in.readInt() - 1);
      case EventCode.CHOICE_AMONG ->
          visitor.chosenAmong(index, in.readVector(ofResources), in.readInts(), in.readInt() - 1);
      default -> throw unknown();
    }
  }

  private long[] totalOf(int index) {
    if (index >= lastTotals.size()) {
      throw new EventInput.Malformed("index " + index, "one below " + lastTotals.size());
    }
    return lastTotals.get(index);
  }

  // --------------------------------------------------------------------------------------- facts

  private void fact(int code) {
    switch (code) {
      case EventCode.QUEUE -> visitor.queue(in.readInt(), in.readName());
      case EventCode.APPLICATION ->
          visitor.application(
              in.readInt(), in.readSigned(), in.readInt(), in.readName(), in.readName());
      case EventCode.NODE ->
          visitor.node(in.readInt(), in.readName(), in.readName(), in.readVector(moreOfResources));
      case EventCode.NODE_GONE -> visitor.nodeGone(in.readInt());
      case EventCode.CONTAINER ->
          visitor.container(
              in.readInt(),
              in.readInt(),
              in.read(),
              in.readInt(),
              in.readByte() != 0,
              millis - notNegative(in.readSigned(), "a container that has run for %d ms"),
              in.readVector(moreOfResources));
      case EventCode.CONTAINER_END ->
          visitor.containerEnded(
              in.readInt(), in.readInt(), in.read(), Math.toIntExact(in.readSigned()));
      case EventCode.QUEUE_FILE -> visitor.queueFile(in.readName(), in.readText());
      default -> throw unknown();
    }
  }
}
