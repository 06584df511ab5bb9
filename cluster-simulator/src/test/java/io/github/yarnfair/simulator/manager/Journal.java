// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.manager;

import java.util.ArrayList;
import java.util.List;

/** What a run did, by a hash, and in lines if they are kept. */
final class Journal {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final EventLoop loop;
  private final boolean keepsLines;
  private final List<String> lines = new ArrayList<>();
  private long hash = FNV_OFFSET;
  private long decisions;

  Journal(EventLoop loop, boolean keepsLines) {
    this.loop = loop;
    this.keepsLines = keepsLines;
  }

  /** Notes what the scheduler decided. */
  void decided(String what, Object... arguments) {
    decisions++;
    note(what, arguments);
  }

  /** Notes what happened otherwise. */
  void note(String what, Object... arguments) {
    add(loop.getTime());
    for (int i = 0; i < what.length(); i++) {
      add(what.charAt(i));
    }
    for (Object argument : arguments) {
      add(String.valueOf(argument).hashCode());
    }
    if (keepsLines) {
      long millis = loop.getTime() - EventLoop.START;
      lines.add(
          "%d:%02d:%06.3f %s"
              .formatted(
                  millis / 3_600_000,
                  millis / 60_000 % 60,
                  millis % 60_000 / 1000.0,
                  what.formatted(arguments)));
    }
  }

  private void add(long value) {
    hash = (hash ^ value) * FNV_PRIME;
    hash ^= hash >>> 29;
  }

  /** Returns a hash of all that was noted, in order. */
  long hash() {
    return hash;
  }

  long decisions() {
    return decisions;
  }

  List<String> lines() {
    return lines;
  }
}
