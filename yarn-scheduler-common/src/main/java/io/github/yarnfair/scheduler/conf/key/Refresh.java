// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.key;

/** The effect of a refresh on a changed key. */
public enum Refresh {
  /** The new value applies from the refresh on. */
  AT_ONCE(""),

  /** Applications keep what they had when they were submitted. */
  LATER_APPLICATIONS("a refresh changes it for applications that are submitted later"),

  /** Requests keep what they had when they were made. */
  LATER_REQUESTS("a refresh changes it for requests that are made later"),

  /** Masters have been given the value, and may ask for as much. */
  ONLY_RAISES("a refresh may raise it, not lower it"),

  /** Applications of a queue that is removed would have no place. */
  KEEPS_APPLICATIONS("a refresh that removes a queue with applications is refused");

  private final String text;

  Refresh(String text) {
    this.text = text;
  }

  /** Returns a clause for the page of keys; empty for {@link #AT_ONCE}. */
  String text() {
    return text;
  }
}
