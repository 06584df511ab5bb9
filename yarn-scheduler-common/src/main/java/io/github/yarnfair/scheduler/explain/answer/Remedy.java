// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain.answer;

import org.jspecify.annotations.Nullable;

/**
 * A change that removes one obstacle: what to do, as data and as a sentence.
 *
 * @param action what to do
 * @param subject with what: keys of the queue file, separated by semicolons, a node, a queue, a
 *     user, a user in a queue, or ids of applications, separated by commas
 * @param value the key's new value, the resources to free or to add, or a number; null if the
 *     action needs none
 * @param sentence the same for a person
 */
public record Remedy(Action action, String subject, @Nullable String value, String sentence) {

  /** Returns the same remedy, which says what comes next. */
  public Remedy notEnough(String next) {
    String begin = sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    return new Remedy(action, subject, value, begin + "; not enough by itself: " + next + ".");
  }

  /** What to do with the subject. */
  public enum Action {
    /** Give keys of the queue file these values, separated by semicolons; refresh the queues. */
    SET_KEY,
    /**
     * End containers of a queue, of a user in it or on a node until these resources are free there;
     * on a node, containers of the applications that follow after a comma.
     */
    FREE,
    /** End this many applications of a queue or a user that run, or start before this one. */
    END_APPLICATIONS,
    /** Register a node with these resources, in the partition that the subject names. */
    ADD_NODE,
    /** Ask for containers of this size instead. */
    ASK_FOR,
    /** Ask for more containers of the gang: the figure says how many. */
    ASK_FOR_MORE,
    /** Have these applications served, or their requests withdrawn. */
    WITHDRAW_REQUESTS,
    /** Give an application this priority. */
    SET_PRIORITY,
    /** Remove a node from the application's blacklist. */
    ALLOW_NODE,
    /** Relax the request's placement constraint, or its places. */
    RELAX_PLACEMENT,
    /** Nothing: it ends by itself. */
    WAIT
  }
}
