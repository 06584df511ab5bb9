// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.jspecify.annotations.Nullable;

/**
 * Containers of a node that would make room for a request by their end: those of applications that
 * ask for nothing more first, since what others give up they may get back, and its own last.
 */
final class EndedContainers {
  private final ExplainedCluster cluster;
  private final ShareView view;
  private final ResourceVectors vectors;
  private final MachineClasses classes;

  /**
   * A container that has ended.
   *
   * @param charged what it holds in the share tree
   * @param freed what its node has then, by resource type
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Ended(ApplicationId application, int leaf, long[] charged, long[] freed) {}

  EndedContainers(ExplainedCluster cluster, ShareView view) {
    this.cluster = cluster;
    this.view = view;
    vectors = view.origin().ledger().vectors();
    classes = view.origin().ledger().classes();
  }

  /**
   * Returns containers that hold enough together; none if no containers do.
   *
   * @param own the application that waits
   * @param missing by resource type
   */
  List<Ended> of(ClusterNode node, ApplicationId own, long[] missing) {
    List<Ended> candidates = new ArrayList<>();
    for (RMContainer container : node.getCopiedListOfRunningContainers()) {
      Ended ended = container.isAMContainer() ? null : ended(container);
      if (ended != null) {
        candidates.add(ended);
      }
    }
    synchronized (view) {
      candidates.sort(
          Comparator.comparing((Ended each) -> each.application().equals(own))
              .thenComparing(each -> !view.tree().demand(each.leaf()).isEmpty()));
    }
    List<Ended> chosen = new ArrayList<>();
    long[] left = missing.clone();
    for (Ended each : candidates) {
      if (isEnough(left)) {
        break;
      }
      if (subtract(left, each.freed())) {
        chosen.add(each);
      }
    }
    return isEnough(left) ? chosen : List.of();
  }

  private static boolean isEnough(long[] left) {
    for (long amount : left) {
      if (amount > 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Subtracts freed resources from the missing ones; returns false, without a change, if none of
   * the missing ones is freed.
   */
  private static boolean subtract(long[] left, long[] freed) {
    boolean helps = false;
    for (int j = 0; j < left.length; j++) {
      helps |= left[j] > 0 && freed[j] > 0;
    }
    for (int j = 0; helps && j < left.length; j++) {
      left[j] -= freed[j];
    }
    return helps;
  }

  private @Nullable Ended ended(RMContainer container) {
    ApplicationId id = container.getApplicationAttemptId().getApplicationId();
    Application application = cluster.find(id);
    Integer leaf = view.leaf(id);
    AppAttempt attempt = application == null ? null : application.getCurrentAppAttempt();
    if (leaf == null || attempt == null) {
      return null;
    }
    int charged = classes.number(attempt.machineClass(container.getContainerId()));
    long[] amounts = vectors.of(container.getContainer().getResource());
    return charged == MachineClasses.UNKNOWN
        ? null
        : new Ended(id, leaf, classes.amounts(charged, amounts), amounts);
  }
}
