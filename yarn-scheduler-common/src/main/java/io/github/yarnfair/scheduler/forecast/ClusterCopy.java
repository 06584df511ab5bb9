// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.forecast;

import io.github.yarnfair.core.forecast.StartBook;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import io.github.yarnfair.scheduler.snapshot.HeldTasks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.jspecify.annotations.Nullable;

/**
 * What a forecast needs: a copy of the share tree with the applications in it, and the nodes with
 * their containers, read one by one a little later without the scheduler's lock. A container that
 * the copied share tree does not hold is left out.
 */
public final class ClusterCopy {
  private final ResourceVectors vectors;
  private final MachineClasses classes;
  private final ShareTree tree;
  private final Map<ApplicationId, Copied> applications = new HashMap<>();
  private final List<long[]> free = new ArrayList<>();
  private final List<Placed> running = new ArrayList<>();

  /**
   * An application of that moment.
   *
   * @param queue full path
   * @param isHeldBack whether a limit of masters or of running applications keeps it waiting
   */
  record Copied(Application application, int leaf, String queue, boolean isHeldBack) {}

  /**
   * A running container.
   *
   * @param charged what it holds in the share tree
   * @param freed what its node has once it ends
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Placed(
      StartBook.Running<ApplicationId> task, int leaf, long[] charged, long[] freed, int node) {}

  /**
   * Creates a copy without applications and nodes.
   *
   * @param tree not changed elsewhere any more
   */
  public ClusterCopy(ShareTree tree, MachineClasses classes, ResourceVectors vectors) {
    this.tree = tree;
    this.classes = classes;
    this.vectors = vectors;
  }

  /**
   * Adds an application. Without a lock.
   *
   * @param leaf in the copied tree
   * @param isHeldBack whether a limit of masters or of running applications keeps it waiting
   */
  public void add(Application application, int leaf, boolean isHeldBack) {
    applications.put(
        application.id(),
        new Copied(application, leaf, application.queue().getQueueName(), isHeldBack));
  }

  /** Reads the nodes. Without a lock; once. */
  public void read(List<ClusterNode> nodes) {
    HeldTasks held = new HeldTasks(tree);
    for (ClusterNode node : nodes) {
      int machineClass = classes.number(node.machineClass());
      if (machineClass != MachineClasses.UNKNOWN) {
        read(node, machineClass, held);
      }
    }
  }

  private void read(ClusterNode node, int machineClass, HeldTasks held) {
    boolean isOpen = node.acceptsContainers();
    long[] byType = new long[vectors.length()];
    if (isOpen) {
      node.readFree(vectors, byType);
      Arrays.setAll(byType, j -> Math.max(0, byType[j]));
    }
    int index = free.size();
    free.add(classes.amounts(machineClass, byType, ShareSpace.ANY_CLASS).clone());
    for (RMContainer container : node.getCopiedListOfRunningContainers()) {
      Placed found = placed(container, machineClass, index, isOpen);
      if (found != null && held.take(found.leaf(), found.charged())) {
        running.add(found);
      }
    }
  }

  private @Nullable Placed placed(
      RMContainer container, int machineClass, int node, boolean isOpen) {
    Copied owner = applications.get(container.getApplicationAttemptId().getApplicationId());
    AppAttempt attempt = owner == null ? null : owner.application().getCurrentAppAttempt();
    if (owner == null
        || attempt == null
        || container.getExecutionType() != ExecutionType.GUARANTEED
        || !attempt.holds(container)) {
      return null;
    }
    int charged = classes.number(attempt.machineClass(container.getContainerId()));
    if (charged == MachineClasses.UNKNOWN) {
      return null;
    }
    long[] byType = vectors.of(container.getContainer().getResource());
    long[] freed = isOpen ? byType : new long[byType.length];
    return new Placed(
        new StartBook.Running<>(
            owner.application().id(),
            owner.queue(),
            container.isAMContainer(),
            container.getCreationTime()),
        owner.leaf(),
        classes.amounts(charged, byType),
        classes.amounts(machineClass, freed),
        node);
  }

  ShareTree tree() {
    return tree;
  }

  Map<ApplicationId, Copied> applications() {
    return applications;
  }

  List<long[]> free() {
    return free;
  }

  List<Placed> running() {
    return running;
  }
}
