/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.scheduler;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.preemption.PlannedPreemption;
import io.github.yarnfair.core.preemption.PreemptableNode;
import io.github.yarnfair.core.preemption.PreemptionPlanner;
import io.github.yarnfair.core.preemption.PreemptionRules;
import io.github.yarnfair.core.preemption.RunningTask;
import io.github.yarnfair.scheduler.conf.PreemptionSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.jspecify.annotations.Nullable;

/**
 * One look of the preemption monitor: what the scheduler knows, copied under its lock, and the plan
 * made of the copy without the lock.
 */
final class PreemptionLook {
  private final ResourceVectors vectors;
  private final PreemptionSettings settings;
  private final Function<ApplicationId, @Nullable Application> applications;
  private final Set<RMContainer> warned;
  private final ShareTree tree;
  private final Map<Integer, Asking> byLeaf = new HashMap<>();
  private final List<RMContainer> containers = new ArrayList<>();
  private final List<ClusterNode> nodes = new ArrayList<>();
  private final List<PreemptableNode> candidates = new ArrayList<>();

  /** What an application was asking for when it was copied. */
  private record Asking(
      ApplicationId id, LeafQueue queue, @Nullable AppAttempt attempt, List<Ask> asks) {}

  /**
   * Why a container has to end.
   *
   * @param gaining the application for which room is made
   * @param leavesIdle whether the container holds a resource that nothing else asks for
   */
  record Purpose(ApplicationId gaining, boolean leavesIdle) {}

  /**
   * Copies what a plan needs. Under the scheduler's write lock.
   *
   * @param warned the containers whose masters were warned and that have not ended
   */
  PreemptionLook(
      QueueTree queues,
      ResourceVectors vectors,
      Function<ApplicationId, @Nullable Application> applications,
      Set<RMContainer> warned,
      List<ClusterNode> clusterNodes) {
    this.vectors = vectors;
    this.applications = applications;
    this.warned = Set.copyOf(warned);
    settings = queues.file().preemption();
    tree = queues.ledger().tree().copy();
    queues.root().attempts().map(AppAttempt::application).forEach(this::copy);
    clusterNodes.stream().filter(ClusterNode::acceptsContainers).forEach(this::copy);
  }

  private void copy(Application application) {
    List<Ask> asks = new ArrayList<>();
    application.asks().forEach(asks::add);
    byLeaf.put(
        application.leaf(),
        new Asking(
            application.id(), application.queue(), application.getCurrentAppAttempt(), asks));
  }

  private void copy(ClusterNode node) {
    List<RMContainer> running =
        node.getCopiedListOfRunningContainers().stream()
            .filter(this::mayEnd)
            .sorted(
                Comparator.comparing((RMContainer container) -> !warned.contains(container))
                    .thenComparingInt(this::priority)
                    .thenComparing(RMContainer::getContainerId, Comparator.reverseOrder()))
            .toList();
    if (running.isEmpty()) {
      return;
    }
    long[] free = new long[vectors.length()];
    node.readFree(vectors, free);
    candidates.add(
        new PreemptableNode(nodes.size(), free, running.stream().map(this::task).toList()));
    nodes.add(node);
  }

  private RunningTask task(RMContainer container) {
    containers.add(container);
    return new RunningTask(
        containers.size() - 1,
        application(container).leaf(),
        vectors.of(container.getContainer().getResource()),
        warned.contains(container));
  }

  private int priority(RMContainer container) {
    return application(container).getPriority().getPriority();
  }

  private Application application(RMContainer container) {
    return Objects.requireNonNull(find(container));
  }

  private @Nullable Application find(RMContainer container) {
    return applications.apply(container.getApplicationAttemptId().getApplicationId());
  }

  /** Returns whether a container may be preempted at all; a master's never is. */
  private boolean mayEnd(RMContainer container) {
    Application application = find(container);
    AppAttempt attempt = application == null ? null : application.getCurrentAppAttempt();
    return application != null
        && attempt != null
        && attempt.holds(container)
        && !container.isAMContainer()
        && container.getExecutionType() == ExecutionType.GUARANTEED
        && (application.queue().spec().isPreemptable() || isPreemptableWithin(application.queue()));
  }

  private boolean isPreemptableWithin(LeafQueue queue) {
    return settings.isWithinQueues() && queue.spec().isPreemptableWithin();
  }

  /**
   * Returns the containers that have to end, each with its purpose. Any thread, without a lock.
   *
   * @param policy the policy whose turns count, used for nothing else
   */
  Map<RMContainer, Purpose> plan(FairnessPolicy policy) {
    Map<RMContainer, Purpose> chosen = new LinkedHashMap<>();
    if (candidates.isEmpty()) {
      return chosen;
    }
    PreemptionRules rules =
        new PreemptionRules(
            settings.ignoredExcess(),
            settings.mostPerRound(),
            settings.naturalTermination(),
            this::mayPreempt,
            this::mayPlace);
    for (PlannedPreemption planned : new PreemptionPlanner(tree, policy, rules).plan(candidates)) {
      chosen.put(
          containers.get(planned.task().id()),
          new Purpose(asking(planned.gainingLeaf()).id(), planned.leavesIdle()));
    }
    return chosen;
  }

  private boolean mayPreempt(int losingLeaf, int gainingLeaf) {
    Asking losing = byLeaf.get(losingLeaf);
    Asking gaining = byLeaf.get(gainingLeaf);
    if (losing == null || gaining == null) {
      return false;
    }
    return losing.queue() == gaining.queue()
        ? isPreemptableWithin(losing.queue())
        : losing.queue().spec().isPreemptable();
  }

  private boolean mayPlace(int leaf, long[] task, int node) {
    Asking asking = byLeaf.get(leaf);
    AppAttempt attempt = asking == null ? null : asking.attempt();
    ClusterNode place = nodes.get(node);
    if (asking == null || attempt == null || attempt.isStopped() || attempt.refuses(place)) {
      return false;
    }
    for (Ask ask : asking.asks()) {
      if (ask.key().getContainerToUpdate() == null
          && Arrays.equals(ask.amounts(), task)
          && LocalityRules.mayEverPlace(attempt, ask.key(), place)) {
        return true;
      }
    }
    return false;
  }

  private Asking asking(int leaf) {
    return Objects.requireNonNull(byLeaf.get(leaf));
  }
}
