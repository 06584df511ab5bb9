// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain.answer;

import java.util.List;

/**
 * One obstacle. An application goes on when each of its findings is met by one of its remedies:
 * requests that are before it are withdrawn and its own changed first, and room is made last, since
 * room goes to the next application then. A remedy whose sentence says "not enough by itself" names
 * what comes next.
 *
 * @param sentence what the obstacle is, in numbers
 * @param figures the same numbers as data
 * @param remedies changes each of which alone removes this obstacle; empty if none is known
 */
public record Finding(Kind kind, String sentence, List<Figure> figures, List<Remedy> remedies) {

  public Finding {
    figures = List.copyOf(figures);
    remedies = List.copyOf(remedies);
  }

  /** Returns the same finding, whose remedies say what comes next. */
  public Finding notEnough(String next) {
    return new Finding(
        kind, sentence, figures, remedies.stream().map(remedy -> remedy.notEnough(next)).toList());
  }

  /** What keeps an application or a queue waiting. */
  public enum Kind {
    /** The application has not started an attempt, or has ended. */
    NOT_RUNNING,
    /** Nothing is asked for. */
    NOTHING_ASKED,
    /** {@code max-parallel-apps} of a queue or a user. */
    PARALLEL_LIMIT,
    /** The part of the queue that application masters may take. */
    AM_LIMIT,
    /** Containers that start together, as the diagnostics say it. */
    GANG,
    /** The queue may not use the partition, or that has no nodes. */
    PARTITION,
    /** One container alone is larger than a queue's {@code maximum-capacity}. */
    LARGER_THAN_LIMIT,
    /** A queue's {@code maximum-capacity}. */
    QUEUE_LIMIT,
    /** A user's {@code user-limit-factor}. */
    USER_LIMIT,
    /** No node is large enough, were it empty. */
    NO_NODE_LARGE_ENOUGH,
    /** The application refuses all nodes that are large enough. */
    BLACKLIST,
    /** No node satisfies the placement constraint, or is one of those that the request names. */
    PLACEMENT,
    /** The nodes are large enough and too little is free on each. */
    NODES_FULL,
    /** The nodes with enough room are reserved for other applications. */
    RESERVED,
    /** The nodes with enough room keep it for larger tasks. */
    HELD_BACK,
    /** Nodes with room are not those that the request names; it still waits for these. */
    LOCALITY_DELAY,
    /** What becomes free goes to others first. */
    TURN,
    /** The queue is stopped: it takes no new applications. */
    QUEUE_STOPPED
  }
}
