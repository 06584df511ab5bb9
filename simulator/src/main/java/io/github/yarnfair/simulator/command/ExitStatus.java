// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.command;

/** What commands return besides 0. */
public final class ExitStatus {
  /** A case failed. */
  public static final int FAILED = 1;

  /** A file cannot be read, or the command line is wrong. */
  public static final int UNREADABLE = 2;

  private ExitStatus() {}
}
