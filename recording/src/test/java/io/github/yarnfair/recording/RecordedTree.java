// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import io.github.yarnfair.core.incremental.HdrfSelection;
import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.core.nodes.NodeIndex;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.policy.Shares;
import io.github.yarnfair.core.scenario.RandomTreeEvents;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.IntList;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.recording.SnapshotHead.Reason;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** A random tree, an index of nodes and a policy, all of which a recorder is told of. */
final class RecordedTree {
  /** H-DRF, whose selection keeps sums of rounded numbers between decisions. */
  static final String POLICY = "hdrf";

  static final int REVISION = 2;

  /** The number of nodes of the cluster. */
  private static final int NODES = 8;

  private final Random random;
  private final RandomTreeEvents events;
  private final NodeChoice choice;
  private final Offer several;
  private NodeIndex index;
  private Selection selection;
  private Recorder recorder;
  private boolean isOfSeveral;
  private long now = 1_000_000;

  RecordedTree(Random random, int nodes) {
    this(new RandomTreeEvents(random, nodes), random);
  }

  RecordedTree(RandomTreeEvents events, Random random) {
    this.events = events;
    this.random = random;
    NodeChoice[] scores = NodeChoice.values();
    choice = scores[1 + random.nextInt(scores.length - 1)];
    several = new Offer(events.tree().space());
  }

  static FairnessPolicy policy(SnapshotHead head) {
    if (!head.policy().equals(POLICY)) {
      throw new IllegalArgumentException(
          "policy \"%s\"; expected \"%s\"".formatted(head.policy(), POLICY));
    }
    return new Hdrf();
  }

  /** The rule that is recorded here. */
  private static final class Hdrf implements FairnessPolicy {
    @Override
    public String name() {
      return POLICY;
    }

    @Override
    public double queueKey(Shares shares, int queue) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Selection over(ShareTree tree) {
      return new HdrfSelection(tree);
    }
  }

  /** The rule as if somebody had changed it: the largest share goes first. */
  static FairnessPolicy changedPolicy(SnapshotHead head) {
    return new Reversed();
  }

  private static final class Reversed implements FairnessPolicy {
    @Override
    public String name() {
      return POLICY;
    }

    @Override
    public double leafKey(Shares shares, int leaf) {
      return 1 / (1 + shares.shareByWeight(leaf));
    }

    @Override
    public double queueKey(Shares shares, int queue) {
      shares.attributeHeld(queue);
      return 1 / (1 + shares.shareByWeight(queue));
    }
  }

  ShareTree tree() {
    return events.tree();
  }

  RandomTreeEvents events() {
    return events;
  }

  long now() {
    return now;
  }

  /** Is recorded from here on. */
  void record(Recorder by, Reason reason) {
    recorder = by;
    ShareTree tree = events.tree();
    tree.removeListeners();
    selection = new Hdrf().over(tree);
    recorder.beginSnapshot(head(tree.space(), reason), tree);
    recorder.queueFile("capacity-scheduler.xml", "<configuration/>");
    for (int node : events.nodes()) {
      if (tree.isLeaf(node)) {
        recorder.application(node, 1_700_000_000_000L, node, "alice", "root.q");
      } else {
        recorder.queue(node, "root.q" + node);
      }
    }
    int resources = tree.resourceCount();
    for (int node = 0; node < NODES; node++) {
      recorder.node(node, "n" + node, "", new long[resources]);
    }
    if (index == null) {
      index = new NodeIndex(resources, choice.newScore(resources));
    } else {
      index.setScore(choice.newScore(resources));
    }
    recorder.addIndex(index, 0, resources);
    recorder.endSnapshot();
    long[] total = new long[resources];
    Arrays.fill(total, 100);
    index.update(total, Demand.of(total, 3));
    isOfSeveral = false;
  }

  private SnapshotHead head(ShareSpace space, Reason reason) {
    return new SnapshotHead(
        now,
        reason,
        "test",
        "TestScheduler",
        POLICY,
        REVISION,
        choice.configured(),
        space,
        names("r", space.resources()),
        names("c", space.classes()));
  }

  private static List<String> names(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }

  /** Some things happen, and then decisions are made for one offer. */
  void step() {
    now += random.nextInt(3);
    switch (recorder.at(now)) {
      case SNAPSHOT -> record(recorder, recorder.reason());
      case CLOSE -> throw new IllegalStateException("the recording has failed");
      case NOTHING -> {}
    }
    for (int i = random.nextInt(3); i >= 0; i--) {
      events.somethingHappens();
    }
    if (events.tree().space().classes() == 1 && random.nextInt(3) == 0) {
      decideForSeveral();
    } else {
      decide(events.offer());
    }
  }

  private void decide(Offer offer) {
    int leaf = selection.next(offer);
    recorder.decided(offer, leaf);
    events.follow(leaf);
  }

  private void decideForSeveral() {
    long[] total = random.longs(index(), 4, 16).toArray();
    index.put(random.nextInt(NODES), total, random.longs(index(), 0, 9).toArray());
    if (random.nextInt(5) == 0) {
      index.remove(random.nextInt(NODES));
    }
    if (!isOfSeveral || random.nextInt(4) == 0) {
      several.open(index, random.longs(index(), 0, 3).toArray());
      isOfSeveral = true;
    }
    int leaf = selection.next(several);
    recorder.decided(several, leaf);
    if (leaf != ShareTree.NONE) {
      place(leaf);
    }
  }

  private int index() {
    return events.tree().resourceCount();
  }

  private void place(int leaf) {
    long[] task = events.tree().demand(leaf).vector(0);
    int node =
        switch (random.nextInt(3)) {
          case 0 -> index.choose(task);
          case 1 -> index.choose(task, some -> some % 2 == 0);
          default -> index.chooseAmong(candidates(task), task);
        };
    if (node == NodeIndex.NONE) {
      several.skip(leaf);
    } else {
      index.remove(node);
      recorder.container(leaf, 1, now, node, false, now, task);
    }
  }

  private IntList candidates(long[] task) {
    IntList some = new IntList();
    for (int node = 0; node < NODES; node += 2) {
      if (index.hasRoom(node, task)) {
        some.add(node);
      }
    }
    return some;
  }
}
