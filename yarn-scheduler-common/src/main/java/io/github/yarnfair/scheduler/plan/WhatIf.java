// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.plan;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.conf.QueueFileException;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.plan.WhatIfRequest.Submission;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.NodeShapes;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/**
 * A supposed state beside the one that it is compared with: the applications of the live state, and
 * those of the request, in supposed queues. Works on copies, without the scheduler's lock.
 */
public final class WhatIf {
  private final LiveCopy live;
  private final SupposedQueues supposed;
  private final NodeShapes nodes;
  private final ResourceVectors vectors;

  /** Leaves of the supposed tree by application. */
  private final Map<ApplicationId, Integer> leaves = new HashMap<>();

  private final List<Submitted> submitted = new ArrayList<>();

  /** A submitted application in the supposed queues. */
  record Submitted(Submission submission, LeafQueue queue, int leaf, @Nullable String reason) {}

  /**
   * Puts applications into supposed queues.
   *
   * @param supposed without applications
   * @param nodes the supposed nodes
   * @param isOver ends the work when it returns true
   * @throws QueueFileException with one line for each application, or queue with applications, for
   *     which there is no leaf queue or machine class
   * @throws TimeoutException if it was ended
   */
  public WhatIf(
      LiveCopy live,
      SupposedQueues supposed,
      NodeShapes nodes,
      ResourceVectors vectors,
      List<Submission> submissions,
      BooleanSupplier isOver)
      throws QueueFileException, TimeoutException {
    this.live = live;
    this.supposed = supposed;
    this.nodes = nodes;
    this.vectors = vectors;
    List<String> problems = new ArrayList<>();
    for (String created : live.created()) {
      endIf(isOver);
      supposed.leafQueue(created);
    }
    addApplications(problems, isOver);
    for (int i = 0; i < submissions.size(); i++) {
      endIf(isOver);
      add(submissions.get(i), i, problems);
    }
    if (!problems.isEmpty()) {
      throw new QueueFileException(problems);
    }
  }

  /** Stops the work of a request that is over, since its caller has its answer by then. */
  static void endIf(BooleanSupplier isOver) throws TimeoutException {
    if (isOver.getAsBoolean()) {
      throw new TimeoutException("ended before its answer");
    }
  }

  LiveCopy live() {
    return live;
  }

  SupposedQueues supposed() {
    return supposed;
  }

  NodeShapes nodes() {
    return nodes;
  }

  ResourceVectors vectors() {
    return vectors;
  }

  /** Returns an application's leaf in the supposed tree. */
  int leaf(CopiedApplication application) {
    return leaf(application.id());
  }

  /** Returns the same; -1 if it is not there. */
  int leaf(ApplicationId id) {
    return leaves.getOrDefault(id, -1);
  }

  List<Submitted> submitted() {
    return submitted;
  }

  private void addApplications(List<String> problems, BooleanSupplier isOver)
      throws TimeoutException {
    Map<String, Integer> without = new TreeMap<>();
    for (CopiedApplication application : live.applications()) {
      endIf(isOver);
      LeafQueue queue = supposed.leafQueue(application.queue());
      if (queue == null) {
        without.merge(application.queue(), 1, Integer::sum);
      } else {
        leaves.put(application.id(), supposed.add(application, queue, live.tree()));
      }
    }
    without.forEach(
        (queue, count) ->
            problems.add(
                ("%s: yarn.scheduler.capacity.%s: expected a leaf queue here, listed or created,"
                        + " because %d application(s) are in it")
                    .formatted(supposed.queues().file().source(), LogText.of(queue), count)));
  }

  private void add(Submission submission, int number, List<String> problems) {
    String key = "submit[" + number + "]";
    LeafQueue queue = supposed.leafQueue(submission.queue());
    MachineClasses classes = supposed.queues().ledger().classes();
    int machineClass = classes.number(submission.label());
    if (queue == null) {
      problems.add(
          "%s.queue = \"%s\": expected a leaf queue of the supposed queues"
              .formatted(key, LogText.of(submission.queue())));
    } else if (machineClass == MachineClasses.UNKNOWN || machineClass == classes.guests()) {
      problems.add(unknownLabel(key + ".label", submission.label(), classes));
    } else {
      // A number above those that the ResourceManager gives out: submitted last.
      ApplicationId id =
          ApplicationId.newInstance(System.currentTimeMillis(), Integer.MAX_VALUE - number);
      Demand demand = demand(submission, queue, machineClass);
      int leaf =
          supposed.add(
              id, queue, submission.user(), Priority.newInstance(submission.priority()), demand);
      submitted.add(
          new Submitted(submission, queue, leaf, impossible(submission, queue, machineClass)));
    }
  }

  /** Returns why a machine class of a request is refused. */
  public static String unknownLabel(String key, String label, MachineClasses classes) {
    return "%s = \"%s\": expected one of %s, or none"
        .formatted(
            key,
            LogText.of(label),
            classes.names().subList(0, classes.partitions()).stream()
                .filter(name -> !name.isEmpty())
                .toList());
  }

  private Demand demand(Submission submission, LeafQueue queue, int machineClass) {
    MachineClasses classes = queue.classes().all();
    long[] task = vectors.of(submission.task());
    if (!queue.classes().isOpen(machineClass)) {
      return Demand.NOTHING;
    }
    if (!mayRunAnywhere(submission, classes)) {
      return Demand.of(classes.amounts(machineClass, task), submission.count());
    }
    Demand.Builder floating = new Demand.Builder();
    for (int c = 0; c < classes.count(); c++) {
      floating.add(classes.amounts(c, task, ShareSpace.ANY_CLASS), submission.count());
    }
    return floating.build();
  }

  /** Classes by a node attribute are no limit to requests; only what runs counts in a class. */
  private static boolean mayRunAnywhere(Submission submission, MachineClasses classes) {
    return classes.kind() == MachineClasses.Kind.ATTRIBUTE && submission.label().isEmpty();
  }

  private @Nullable String impossible(Submission submission, LeafQueue queue, int machineClass) {
    MachineClasses classes = queue.classes().all();
    long[] task = vectors.of(submission.task());
    if (mayRunAnywhere(submission, classes)) {
      return "its tasks may run in each of the machine classes "
          + classes.names()
          + ", and ideal shares count them where they run";
    }
    if (!queue.classes().isOpen(machineClass)) {
      return "%s has no part of partition \"%s\"".formatted(queue, submission.label());
    }
    if (!nodes.canHold(classes.name(machineClass), task)) {
      return "no node can hold " + submission.task();
    }
    FairQueue limited = queue.firstThatCannotHold(classes.amounts(machineClass, task));
    return limited == null
        ? null
        : "the limit %s of %s is below %s".formatted(limited.limit(), limited, submission.task());
  }

  /** Returns a sum of resources, which is not one of the arguments. */
  public static Resource plus(Resource sum, Resource each, long times, ResourceVectors vectors) {
    long[] amounts = vectors.of(sum);
    long[] more = vectors.of(each);
    for (int j = 0; j < amounts.length; j++) {
      amounts[j] = Math.addExact(amounts[j], Math.multiplyExact(more[j], times));
    }
    return vectors.toResource(amounts);
  }
}
