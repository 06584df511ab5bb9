// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the errors that the scheduler survives from those after which the ResourceManager has to
 * end.
 *
 * <p>YARN's dispatcher ends the process on any {@link Throwable} that leaves {@code handle()}. That
 * is right when the virtual machine itself has failed: it is out of memory or defective, and a
 * standby ResourceManager does better. All others, {@link StackOverflowError}, {@link LinkageError}
 * and {@link AssertionError} among them, come out of the data of one event or application, and
 * would come again after every restart.
 */
public final class FatalErrors {
  private static final Logger LOG = LoggerFactory.getLogger(FatalErrors.class);

  private FatalErrors() {}

  /** Throws an error of the virtual machine other than a {@link StackOverflowError} again. */
  public static void rethrow(Throwable thrown) {
    if (thrown instanceof VirtualMachineError error && !(error instanceof StackOverflowError)) {
      throw error;
    }
  }

  /**
   * Does something whose failure must not lose what comes after it.
   *
   * @param failure what the log says if it fails, with "{}" for the subject
   */
  public static void survive(String failure, Object subject, Runnable action) {
    try {
      action.run();
    } catch (RuntimeException | Error e) {
      rethrow(e);
      LOG.error(failure, subject, e);
    }
  }
}
