// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.ask;

import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.RejectedSchedulingRequest;
import org.apache.hadoop.yarn.api.records.RejectionReason;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceSizing;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint;
import org.apache.hadoop.yarn.api.resource.PlacementConstraints;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.SingleConstraintAppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests of one attempt that have placement constraints: YARN's {@link SchedulingRequest}s.
 * YARN's own classes check, count and evaluate them; a node satisfies a constraint or not at the
 * moment when it is asked, as containers with tags come and go.
 */
public final class AttemptConstraints {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptConstraints.class);

  /** Stands for no constraint, and holds on all nodes. */
  private static final PlacementConstraint ANYWHERE = PlacementConstraints.and().build();

  private final SchedulerApplicationAttempt attempt;
  private final AppSchedulingInfo requests;
  private final RMContext context;

  private final int mostFailures;
  private final ResourceVectors vectors;

  /** False for most attempts. */
  private volatile boolean areAskedFor;

  /**
   * By node, or by machine class for a pass over all its nodes: the first request that the last
   * visit has not compared. Under the scheduler's write lock.
   */
  private final Map<Object, SchedulerRequestKey> goOn = new HashMap<>();

  /**
   * @param requests YARN's table of the attempt's requests
   * @param mostFailures evaluations that may fail before a request is rejected
   */
  public AttemptConstraints(
      SchedulerApplicationAttempt attempt,
      AppSchedulingInfo requests,
      RMContext context,
      int mostFailures,
      ResourceVectors vectors) {
    this.vectors = vectors;
    this.attempt = attempt;
    this.requests = requests;
    this.context = context;
    this.mostFailures = mostFailures;
  }

  // --------------------------------------------------------------------------- what is asked for

  /**
   * Refuses requests that YARN would take and that would spoil its books.
   *
   * @throws YarnRuntimeException naming the request and what is wrong with it
   */
  public static void check(List<SchedulingRequest> asked) {
    for (SchedulingRequest request : asked) {
      ResourceSizing sizing = request.getResourceSizing();
      if (request.getPriority() == null) {
        throw InvalidSchedulingRequest.of(
            LogText.of(request) + " has no priority; expected one of at least 0");
      }
      if (sizing == null || sizing.getResources() == null) {
        throw InvalidSchedulingRequest.of(
            LogText.of(request)
                + " has no resource sizing; expected the resources of one container");
      }
      if (sizing.getNumAllocations() < 0) {
        throw InvalidSchedulingRequest.of(
            "%s asks for %d containers; expected at least 0"
                .formatted(LogText.of(request), sizing.getNumAllocations()));
      }
    }
  }

  /**
   * Refuses requests of this attempt whose constraints take too long to evaluate, or whose
   * containers take too long to count; and texts that would forge lines of YARN's own log.
   *
   * @param asked {@linkplain #check checked}
   * @throws YarnRuntimeException naming the request, what it has too much of, and the limit
   */
  public void checkSize(List<SchedulingRequest> asked) {
    for (SchedulingRequest request : asked) {
      String problem = sizeProblem(request);
      if (problem != null) {
        throw InvalidSchedulingRequest.of(
            "%s of %s has %s; make it smaller, or several requests of it"
                .formatted(
                    SchedulerRequestKey.create(request), attempt.getApplicationId(), problem));
      }
    }
  }

  private @Nullable String sizeProblem(SchedulingRequest request) {
    Constraint constraint = Constraint.of(request);
    for (String tag : constraint.tags()) {
      if (!ConstraintSize.isFit(tag)) {
        return "the allocation tag \"%s\", expected at most 255 printable characters"
            .formatted(LogText.of(tag));
      }
    }
    if (constraint.tags().size() > ConstraintSize.MOST_PARTS) {
      return "%d allocation tags, expected at most %d"
          .formatted(constraint.tags().size(), ConstraintSize.MOST_PARTS);
    }
    String problem = ConstraintSize.problem(constraint.own());
    if (problem != null) {
      return "a placement constraint of " + problem;
    }
    String ofApplication = ConstraintSize.problem(ofApplication(constraint.tags()));
    return ofApplication == null
        ? null
        : "by its tags the application's placement constraint of " + ofApplication;
  }

  /** Returns the constraint that the master registered for tags, or null. */
  private @Nullable PlacementConstraint ofApplication(Set<String> tags) {
    return tags.size() != 1 // YARN has constraints of one tag.
        ? null
        : context.getPlacementConstraintManager().getConstraint(attempt.getApplicationId(), tags);
  }

  /** Returns how many parts are evaluated for each node to which a request is compared. */
  public int evaluatedParts(Ask ask) {
    Constraint constraint = ask.constraint();
    return constraint == null
        ? 1
        : ConstraintSize.parts(constraint.own())
            + ConstraintSize.parts(ofApplication(constraint.tags()));
  }

  /**
   * Takes in requests. Under the attempt's write lock. Those before the first that is invalid are
   * in force.
   *
   * @param asked {@linkplain #check checked}
   * @param sizes of their containers, in the same order
   * @throws YarnRuntimeException if a request is not of guaranteed containers, names several
   *     partitions, or changes one that is pending by more than its number
   */
  public void update(List<SchedulingRequest> asked, List<RequestSize> sizes) {
    if (asked.isEmpty()) {
      return;
    }
    areAskedFor = true;
    asked.forEach(AttemptConstraints::complete);
    for (int i = 0; i < asked.size(); i++) {
      setSize(asked.get(i), sizes.get(i));
    }
    attempt.updateSchedulingRequests(asked);
    for (SchedulingRequest request : asked) {
      AppPlacementAllocator<SchedulerNode> known =
          attempt.getAppPlacementAllocator(SchedulerRequestKey.create(request));
      if (known != null) {
        requests.addRequestedPartition(known.getPrimaryRequestedNodePartition());
      }
    }
  }

  /**
   * Sets what a request may leave out: YARN compares a request with the pending one of its key and
   * fails at parts that are null.
   */
  private static void complete(SchedulingRequest request) {
    if (request.getPlacementConstraint() == null) {
      request.setPlacementConstraint(ANYWHERE);
    }
    if (request.getExecutionType() == null) {
      request.setExecutionType(ExecutionTypeRequest.newInstance());
    }
  }

  /**
   * Sizes are rounded by the nodes of the moment, and YARN refuses a request of another size than
   * the pending one of its key; so the same request keeps the size that it has.
   */
  private void setSize(SchedulingRequest request, RequestSize size) {
    AppPlacementAllocator<SchedulerNode> known =
        attempt.getAppPlacementAllocator(SchedulerRequestKey.create(request));
    SchedulingRequest pending = known == null ? null : known.getSchedulingRequest();
    ResourceSizing sizing = request.getResourceSizing();
    sizing.setResources(size.rounded());
    if (pending != null) {
      Resource before = pending.getResourceSizing().getResources();
      if (sizing.getNumAllocations() == 0 || size.mayBe(before)) {
        sizing.setResources(before);
      }
    }
  }

  /** Asks once more for a container that ended before its master fetched it. */
  public void askAgain(SchedulingRequest forOne) {
    AppPlacementAllocator<SchedulerNode> pending =
        attempt.getAppPlacementAllocator(SchedulerRequestKey.create(forOne));
    boolean isKnown = pending != null && pending.getSchedulingRequest() != null;
    complete(forOne);
    try {
      requests.updateSchedulingRequests(List.of(forOne), isKnown);
    } catch (YarnRuntimeException e) {
      LOG.info(
          "{} asks for something else by now than {}",
          attempt.getApplicationId(),
          LogText.of(forOne));
    }
  }

  /** Returns the tags of a container that is given for a request. */
  public static Set<String> tags(SchedulingRequest request) {
    Set<String> tags = request.getAllocationTags();
    return tags == null ? Set.of() : Set.copyOf(tags);
  }

  /**
   * Lets the tags of a container that is to start in a room that is kept count as if it ran, so
   * that constraints of other containers see it.
   */
  public void keep(Ask ask, NodeId node) {
    Constraint constraint = ask.constraint();
    if (constraint != null) {
      context.getAllocationTagsManager().addContainer(node, standIn(), constraint.tags());
    }
  }

  /** Takes back what {@link #keep} has counted. */
  public void giveUp(Ask ask, NodeId node) {
    Constraint constraint = ask.constraint();
    if (constraint != null) {
      context.getAllocationTagsManager().removeContainer(node, standIn(), constraint.tags());
    }
  }

  /** YARN counts the tags by node and application; the container only tells the application. */
  private ContainerId standIn() {
    return ContainerId.newContainerId(attempt.getApplicationAttemptId(), 0);
  }

  // ------------------------------------------------------------------------------------- nodes

  /**
   * Returns with which request a visit of a node, or a pass over those of a machine class, goes on,
   * null for the first; unless told again the next one begins with the first.
   */
  public @Nullable SchedulerRequestKey goOn(Object place) {
    return goOn.isEmpty() ? null : goOn.remove(place);
  }

  /** Notes that a visit has not come to a request, nor to later ones. */
  public void goOnAt(Object place, SchedulerRequestKey request) {
    goOn.putIfAbsent(place, request);
  }

  /**
   * Returns whether a node satisfies the constraints of a request now: its own, the application's
   * and the cluster's. A constraint that cannot be evaluated is satisfied by no node.
   */
  public boolean isSatisfied(AppPlacementAllocator<SchedulerNode> request, SchedulerNode node) {
    if (request.getPlacementAttempt() >= mostFailures) {
      return false;
    }
    try {
      return request.canAllocate(NodeType.OFF_SWITCH, node);
    } catch (RuntimeException e) {
      // YARN counts only some of those that are invalid.
      request.incrementPlacementAttempt();
      LOG.warn(
          "{}: the constraint of {} cannot be evaluated",
          attempt.getApplicationAttemptId(),
          LogText.of(request.getSchedulingRequest()),
          e);
      return false;
    }
  }

  /**
   * Returns one container of a request for which the placement processor has chosen a node, or null
   * if the node does not satisfy its constraints or is of another partition, or if they are larger
   * than {@link #checkSize} allows. The request is not pending here.
   *
   * @param request {@linkplain #check checked}
   * @throws YarnRuntimeException if it is not of guaranteed containers or names several partitions
   */
  public @Nullable Ask chosen(SchedulingRequest request, SchedulerNode node) {
    if (sizeProblem(request) != null) {
      return null;
    }
    SchedulerRequestKey key = SchedulerRequestKey.create(request);
    AppPlacementAllocator<SchedulerNode> alone = new SingleConstraintAppPlacementAllocator<>();
    alone.initialize(requests, key, context);
    alone.updatePendingAsk(key, request, false);
    return alone.getPrimaryRequestedNodePartition().equals(node.getPartition())
            && alone.canAllocate(NodeType.OFF_SWITCH, node)
        ? Ask.of(key, alone, vectors, null, null)
        : null;
  }

  /**
   * Returns the requests whose constraints cannot be evaluated, until they are withdrawn. One of
   * equal constraints is evaluated for all. Null, which to YARN means none, for most attempts.
   */
  public @Nullable List<RejectedSchedulingRequest> rejected() {
    if (!areAskedFor) {
      return null;
    }
    Set<Constraint> invalid =
        requests.getRejectedRequest().stream()
            .map(rejected -> Constraint.of(rejected.getRequest()))
            .collect(Collectors.toSet());
    return invalid.isEmpty()
        ? List.of()
        : requests.getAllSchedulingRequests().stream()
            .filter(request -> invalid.contains(Constraint.of(request)))
            .map(
                request ->
                    RejectedSchedulingRequest.newInstance(
                        RejectionReason.COULD_NOT_SCHEDULE_ON_NODE, request))
            .toList();
  }

  /** Returns the constraint of a request, with the application's and the cluster's, for people. */
  public String describe(Ask ask) {
    Constraint constraint = ask.constraint();
    PlacementConstraint all =
        constraint == null
            ? null
            : context
                .getPlacementConstraintManager()
                .getMultilevelConstraint(
                    attempt.getApplicationId(),
                    constraint.tags(),
                    ANYWHERE.equals(constraint.own()) ? null : constraint.own());
    return LogText.of(all);
  }
}
