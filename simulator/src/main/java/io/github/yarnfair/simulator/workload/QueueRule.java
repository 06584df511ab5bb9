// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import java.util.Locale;

/**
 * Which queue a job is for.
 *
 * @param argument name of the column, or of the queue; empty for the other kinds
 */
public record QueueRule(Kind kind, String argument) {
  /** What is asked for, in messages. */
  public static final String EXPECTED = "file, user, round-robin, column:NAME or queue:NAME";

  /** Where a queue's name comes from. */
  public enum Kind {
    /** The job's queue in the file. */
    FILE,
    /** The job's user. */
    USER,
    /** The leaf queues in turn. */
    ROUND_ROBIN,
    /** A column of a CSV file. */
    COLUMN,
    /** One queue for all. */
    QUEUE
  }

  /**
   * Returns the rule of a text.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static QueueRule of(String text) {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    String argument = colon < 0 ? "" : text.substring(colon + 1);
    for (Kind kind : Kind.values()) {
      boolean wantsArgument = kind == Kind.COLUMN || kind == Kind.QUEUE;
      if (kind.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(name)
          && wantsArgument != argument.isEmpty()) {
        return new QueueRule(kind, argument);
      }
    }
    throw new IllegalArgumentException("\"" + text + "\": expected " + EXPECTED);
  }
}
