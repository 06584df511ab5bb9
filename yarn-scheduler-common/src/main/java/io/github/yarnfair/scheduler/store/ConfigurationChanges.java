// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.store;

import io.github.yarnfair.scheduler.conf.LogText;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.conf.YarnConfigurationStore.LogMutation;
import org.apache.hadoop.yarn.webapp.dao.SchedConfUpdateInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes of the stored configuration and of the queues in force, both or none. Any thread. */
public final class ConfigurationChanges {
  private static final Logger LOG = LoggerFactory.getLogger(ConfigurationChanges.class);

  private final StoredConfiguration stored;
  private final Refresh refresh;

  /** A refresh of the queues. */
  @FunctionalInterface
  public interface Refresh {
    /**
     * Puts queues in force.
     *
     * @throws IOException with one line for each finding; the queues in force stay
     */
    void run() throws IOException;
  }

  /**
   * Creates the changes of a configuration.
   *
   * @param refresh reads the queues from the store again and puts them in force
   */
  public ConfigurationChanges(StoredConfiguration stored, Refresh refresh) {
    this.stored = stored;
    this.refresh = refresh;
  }

  /** Returns the configuration before and after changes. */
  public StoredConfiguration stored() {
    return stored;
  }

  /**
   * Makes a change: checks it, logs it in the store, puts the queues in force, and confirms it.
   *
   * @throws AccessControlException if the user may not change all of it
   * @throws IOException with one line for each finding; the store and the queues in force stay
   */
  public void make(UserGroupInformation user, @Nullable SchedConfUpdateInfo request)
      throws IOException {
    stored.lock.lock();
    try {
      if (!stored.getAclMutationPolicy().isMutationAllowed(user, request)) {
        throw new AccessControlException(
            ("User %s may not administer all queues that the request changes: what takes from other"
                    + " queues, such as capacity, and to add or remove a queue, needs the parent;"
                    + " disable_preemption and maximum-applications need root; keys of all queues"
                    + " need an administrator of YARN")
                .formatted(LogText.of(user.getShortUserName())));
      }
      LogMutation mutation = stored.logAndApplyMutation(user, request);
      try {
        refresh.run();
      } catch (IOException | RuntimeException e) {
        confirmNot(mutation);
        throw e;
      }
      try {
        stored.confirmPendingMutation(mutation, true);
      } catch (IOException | RuntimeException e) {
        takeBack(mutation, e);
      }
      LOG.info(
          "{} changed {}",
          LogText.of(user.getShortUserName()),
          LogText.line(mutation.getUpdates()));
    } finally {
      stored.lock.unlock();
    }
  }

  private void confirmNot(LogMutation mutation) {
    try {
      stored.confirmPendingMutation(mutation, false);
    } catch (IOException | RuntimeException e) {
      LOG.error("{} did not take note that a change was not made", stored, e);
    }
  }

  /** The queues of a change are in force, but the store may not have them. */
  private void takeBack(LogMutation mutation, Exception cause) throws IOException {
    IOException failure =
        new IOException(stored + ": the change was not stored: " + LogText.of(cause.toString()));
    failure.initCause(cause);
    confirmNot(mutation);
    try {
      Configuration before = stored.getConfiguration();
      if (!stored.has(before)) {
        stored.revert();
      }
    } catch (IOException | RuntimeException e) {
      LOG.error("{} may have a change that was not made", stored, e);
      failure.addSuppressed(e);
    }
    try {
      refresh.run();
    } catch (IOException | RuntimeException e) {
      LOG.error("The queues in force are not those of {}", stored, e);
      failure.addSuppressed(e);
    }
    throw failure;
  }

  /**
   * Empties the store and begins again with the queue file, as a first start does.
   *
   * @throws IOException if the file is refused, or its queues are; nothing has changed then
   */
  public void startAgain() throws IOException {
    stored.lock.lock();
    try {
      stored.beginAgain();
      try {
        refresh.run();
      } catch (IOException | RuntimeException e) {
        stored.revert();
        throw e;
      }
    } finally {
      stored.lock.unlock();
    }
  }

  /** Runs a refresh of the queues while no change is being made. */
  public void exclusively(Refresh other) throws IOException {
    stored.lock.lock();
    try {
      other.run();
    } finally {
      stored.lock.unlock();
    }
  }
}
