// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording.replay;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.recording.RecordedDecision;
import io.github.yarnfair.recording.RecordingException;
import io.github.yarnfair.recording.RecordingReader;
import io.github.yarnfair.recording.RecordingVisitor;
import io.github.yarnfair.recording.SnapshotHead;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a recording to the core: the same policy over the same tree, told of the same changes and
 * offers in the same order, must select the same leaves, and the same score the same nodes.
 *
 * <p>What was recorded as chosen is what the replay goes on with, so that each choice is compared
 * for itself. One object serves one file.
 */
public final class Replay {
  private static final ShareSpace ONE = ShareSpace.ofOneClass(1);

  private final Path file;
  private final Function<SnapshotHead, FairnessPolicy> policies;
  private final Feed feed = new Feed();

  // Of the last snapshot.
  private @Nullable SnapshotHead head;
  private ReplayedTree replayed = new ReplayedTree(ONE);
  private ReplayedNodes nodes = new ReplayedNodes(ONE, NodeChoice.HEARTBEAT);
  private ReplayedNames names = new ReplayedNames();
  private ReplayedLooks looks = new ReplayedLooks();
  private @Nullable FairnessPolicy policy;
  private @Nullable Selection selection;
  private final List<Offer> offers = new ArrayList<>();

  private long offset;
  private long millis;
  private long firstMillis;
  private boolean hasBegun;
  private long snapshots;
  private long decisions;
  private long selected;
  private long choices;
  private long containers;
  private long differences;
  private @Nullable Difference first;

  /**
   * @param policies returns a new policy by the rule of a snapshot, in its revision; throws {@link
   *     IllegalArgumentException} if there is none, whose message ends with what was expected
   */
  public Replay(Path file, Function<SnapshotHead, FairnessPolicy> policies) {
    this.file = file;
    this.policies = policies;
  }

  /**
   * What came out.
   *
   * @param head of the last snapshot
   * @param firstMillis time of the first event
   * @param lastMillis time of the last event
   * @param events how many there are
   * @param snapshots how many of them are snapshots
   * @param decisions selections of an application, or of none
   * @param selected those of them that selected one
   * @param nodeChoices choices of a node, or of none
   * @param containers that have started
   * @param differences choices that come out otherwise
   * @param first the first of these; null if there is none
   * @param isEnded whether the recording was ended by its scheduler
   * @param damage what ended the reading before the end; null if nothing did
   */
  public record Outcome(
      @Nullable SnapshotHead head,
      long firstMillis,
      long lastMillis,
      long events,
      long snapshots,
      long decisions,
      long selected,
      long nodeChoices,
      long containers,
      long differences,
      @Nullable Difference first,
      boolean isEnded,
      @Nullable RecordingException damage) {}

  /**
   * Replays the file.
   *
   * @param salvage as {@link RecordingReader#read}
   * @throws RuleException if it was recorded by a rule that there is no policy for
   * @throws RecordingException as there
   */
  public Outcome run(boolean salvage) throws IOException {
    RecordingReader.Result read;
    try {
      read = RecordingReader.read(file, salvage, feed);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return new Outcome(
        head,
        firstMillis,
        millis,
        read.events(),
        snapshots,
        decisions,
        selected,
        choices,
        containers,
        differences,
        first,
        read.isEnded(),
        read.damage());
  }

  private FairnessPolicy policyOf(SnapshotHead of) {
    try {
      return policies.apply(of);
    } catch (IllegalArgumentException e) {
      String text = Objects.requireNonNullElse(e.getMessage(), "");
      throw new UncheckedIOException(new RuleException(file, offset, text));
    }
  }

  private void differ(String subject, String recorded, String now) {
    differences++;
    if (first == null) {
      first = new Difference(file, offset, millis, decisions + choices, subject, recorded, now);
    }
  }

  private void decide(RecordedDecision decision) {
    if (selection == null) {
      throw new IllegalStateException("a decision within a snapshot");
    }
    Offer offer = offer(decision);
    if (decision.isOpened() && decision.isOfSeveral()) {
      offer.open(nodes.offered(decision.index(), decision.machineClass()), decision.free());
    } else if (decision.isOpened()) {
      offer.open(decision.free());
    } else if (decision.hasOtherAmounts()) {
      offer.change(decision.free());
    }
    for (int leaf : decision.skipped()) {
      if (leaf >= replayed.tree().handleBound()) {
        throw new IllegalStateException("leaf " + leaf + " is skipped, which never was");
      }
      offer.skip(leaf);
    }
    ReplayedNames.requireLeaf(replayed.tree(), decision.leaf());
    decisions++;
    int now = selection.next(offer);
    selected += decision.leaf() == ShareTree.NONE ? 0 : 1;
    if (now != decision.leaf()) {
      differ(
          "the application for " + offered(decision), names.leaf(decision.leaf()), names.leaf(now));
    }
  }

  private Offer offer(RecordedDecision decision) {
    if (decision.offer() == offers.size()) {
      offers.add(new Offer(replayed.tree().space()));
    } else if (decision.offer() > offers.size()) {
      throw new IllegalStateException(
          "offer " + decision.offer() + " after " + offers.size() + " others");
    }
    return offers.get(decision.offer());
  }

  private String offered(RecordedDecision decision) {
    Offer offer = offers.get(decision.offer());
    long[] free = new long[replayed.tree().space().length()];
    offer.copyTo(free, 0);
    return offer.nodes() == null ? Arrays.toString(free) : "several nodes";
  }

  private void compareNodes(int index, long[] task, int recorded, int now) {
    choices++;
    if (now != recorded) {
      differ(
          "the node for a task of " + Arrays.toString(task),
          ReplayedNames.node(index, recorded),
          ReplayedNames.node(index, now));
    }
  }

  /** What the reader tells. */
  private final class Feed implements RecordingVisitor {
    @Override
    public void at(long position, long time) {
      offset = position;
      millis = time;
    }

    @Override
    public void snapshot(SnapshotHead of) {
      head = of;
      millis = of.millis();
      firstMillis = hasBegun ? firstMillis : millis;
      hasBegun = true;
      snapshots++;
      policy = policyOf(of);
      replayed = new ReplayedTree(of.space());
      nodes = new ReplayedNodes(of.space(), NodeChoice.of(of.nodeChoice()));
      names = new ReplayedNames();
      selection = null;
      offers.clear();
    }

    @Override
    public void tree(int bound, int[] free, int[] handles, boolean[] leaves) {
      replayed.tree(bound, free, handles, leaves);
    }

    @Override
    public void snapshotEnds() {
      FairnessPolicy by = policy;
      if (by == null) {
        throw new IllegalStateException("the end of a snapshot that has not begun");
      }
      looks = new ReplayedLooks();
      by.timeBy(own -> looks);
      selection = by.over(replayed.tree());
    }

    @Override
    public void added(int node, int parent, boolean isLeaf, double weight) {
      replayed.added(node, parent, isLeaf, weight);
    }

    @Override
    public void removed(int node) {
      replayed.removed(node);
    }

    @Override
    public void moved(int node, int parent) {
      replayed.moved(node, parent);
    }

    @Override
    public void weights(int node, double[] weights) {
      replayed.weights(node, weights);
    }

    @Override
    public void limit(int node, boolean isPassable, long[] limit) {
      replayed.limit(node, isPassable, limit);
    }

    @Override
    public void inOrder(int queue, boolean isInOrder) {
      replayed.inOrder(queue, isInOrder);
    }

    @Override
    public void rank(int leaf, int priority, long submission) {
      replayed.rank(leaf, priority, submission);
    }

    @Override
    public void charged(int leaf, long[] task, long count) {
      replayed.charged(leaf, task, count);
    }

    @Override
    public void released(int leaf, long[] task) {
      replayed.released(leaf, task);
    }

    @Override
    public void demand(int leaf, Demand demand) {
      replayed.demand(leaf, demand);
    }

    @Override
    public void capacity(long[] amounts) {
      replayed.capacity(amounts);
    }

    @Override
    public void nodeShapes(List<long[]> shapes) {
      replayed.nodeShapes(shapes);
    }

    @Override
    public void decided(RecordedDecision decision) {
      decide(decision);
    }

    @Override
    public void looked(long asked) {
      looks.expect(asked);
    }

    @Override
    public void index(int index, int machineClass, int resources) {
      nodes.add(index, machineClass, resources);
    }

    @Override
    public void put(int index, int node, long[] total, long[] free) {
      nodes.put(index, node, total, free);
    }

    @Override
    public void takenOut(int index, int node) {
      nodes.takeOut(index, node);
    }

    @Override
    public void scores(int index, long[] clusterTotal, Demand pending) {
      nodes.update(index, clusterTotal, pending);
    }

    @Override
    public void chosen(int index, long[] task, int[] refused, int node) {
      nodes.requireNode(index, node);
      compareNodes(index, task, node, nodes.choose(index, task, refused));
    }

    @Override
    public void chosenAmong(int index, long[] task, int[] candidates, int node) {
      nodes.requireNode(index, node);
      compareNodes(index, task, node, nodes.chooseAmong(index, task, candidates));
    }

    @Override
    public void application(int leaf, long cluster, int id, String user, String queue) {
      names.application(leaf, cluster, id, user, queue);
    }

    @Override
    public void node(int number, String name, String machineClass, long[] total) {
      names.registered(number);
    }

    @Override
    public void nodeGone(int number) {
      names.requireNode(number);
    }

    @Override
    public void container(
        int leaf, int attempt, long id, int node, boolean isMaster, long started, long[] amounts) {
      ReplayedNames.requireLeaf(replayed.tree(), leaf);
      names.requireNode(node);
      containers += selection == null ? 0 : 1;
    }
  }
}
