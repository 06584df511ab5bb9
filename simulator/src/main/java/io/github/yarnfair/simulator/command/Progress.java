// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.command;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import picocli.CommandLine.Help.Ansi;

/** Prints the progress of a long run on a terminal; prints nothing elsewhere. */
public final class Progress {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final String ERASE_LINE = "\r\u001b[K";

  private final PrintWriter err;
  private final boolean terminal;
  private final int steps;
  private final Instant start = Instant.now();
  private int done;
  private boolean shown;

  private Progress(PrintWriter err, boolean terminal, int steps) {
    this.err = err;
    this.terminal = terminal;
    this.steps = steps;
  }

  /** Returns a line of progress if errors go to a terminal; otherwise one that prints nothing. */
  public static Progress onTerminal(PrintWriter err, int steps) {
    return new Progress(err, Ansi.AUTO.enabled(), steps);
  }

  /** The next step begins. */
  public void step(String name) {
    done++;
    if (terminal && Duration.between(start, Instant.now()).compareTo(PATIENCE) > 0) {
      err.printf("%s[%d/%d] %s", ERASE_LINE, done, steps, name);
      err.flush();
      shown = true;
    }
  }

  /** Makes room for other output. */
  public void clear() {
    if (shown) {
      err.print(ERASE_LINE);
      err.flush();
      shown = false;
    }
  }
}
