// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.store;

import io.github.yarnfair.scheduler.conf.ConfiguredKey;
import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ConfigurationMutationACLPolicy;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ConfigurationMutationACLPolicyFactory;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.MutableConfScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.conf.MutableCSConfigurationProvider;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.conf.QueueAdminConfigurationMutationACLPolicy;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.conf.YarnConfigurationStore.LogMutation;
import org.apache.hadoop.yarn.webapp.dao.SchedConfUpdateInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queue configuration in one of Hadoop's stores. Hadoop's provider opens the store and logs in
 * it; this class checks before anything is written, and does not trust what a store reports. The
 * steps of a change are those that YARN's own web service calls; {@link ConfigurationChanges} makes
 * one of them.
 *
 * <p>The first start fills the store from {@code capacity-scheduler.xml}. From then on the store
 * counts, and the file is read again only by {@link ConfigurationChanges#startAgain}.
 */
public final class StoredConfiguration extends MutableCSConfigurationProvider {
  private static final Logger LOG = LoggerFactory.getLogger(StoredConfiguration.class);

  private final RMContext context;
  private final MutableConfScheduler scheduler;
  private final String optionPrefix;
  private final Check check;
  private final StoreKind kind;

  /** Held from the check of a change until it is in force, and by each refresh. */
  final ReentrantLock lock = new ReentrantLock();

  // All set by init, before anything else is called.
  @SuppressWarnings("NullAway.Init")
  private Configuration conf;

  @SuppressWarnings("NullAway.Init")
  private ConfigurationMutationACLPolicy policy;

  /** All keys: those of the store, or those of the change that is being made. */
  @SuppressWarnings("NullAway.Init")
  private volatile Configuration current;

  /** What {@link #current} was before the last change. */
  @SuppressWarnings("NullAway.Init")
  private Configuration previous;

  /** Whether queues could be built from a configuration. */
  @FunctionalInterface
  public interface Check {
    /**
     * Tries to build them.
     *
     * @param stored all keys that the store would have
     * @throws IOException with one line for each finding
     */
    void run(Configuration stored) throws IOException;
  }

  /**
   * Creates a configuration that is read by {@link #init}.
   *
   * @param optionPrefix what the scheduler's own options begin with
   * @param check called before a change is written
   */
  public StoredConfiguration(
      RMContext context,
      MutableConfScheduler scheduler,
      String optionPrefix,
      StoreKind kind,
      Check check) {
    super(context);
    this.context = context;
    this.scheduler = scheduler;
    this.optionPrefix = optionPrefix;
    this.kind = kind;
    this.check = check;
  }

  // ------------------------------------------------------------------------------ the store

  /**
   * Opens the store and fills it if it is empty.
   *
   * @throws IOException if the store cannot be read, or is empty and the queue file is refused
   */
  @Override
  public void init(Configuration configuration) throws IOException {
    conf = configuration;
    policy = policy(configuration);
    try {
      super.init(configuration);
    } catch (IOException | RuntimeException e) {
      throw unreadable(e);
    }
    current = retrieve();
    previous = current;
    if (current.size() == 0) {
      refuseToBeginEmpty();
    }
    String limitation = kind.limitation(configuration);
    if (limitation != null) {
      LOG.warn("{}", limitation);
    }
    LOG.info("The queues are those of {}", this);
  }

  private ConfigurationMutationACLPolicy policy(Configuration configuration) throws IOException {
    try {
      ConfigurationMutationACLPolicy configured =
          ConfigurationMutationACLPolicyFactory.getPolicy(configuration);
      if (configured instanceof QueueAdminConfigurationMutationACLPolicy) {
        return new QueueAdministrators(configuration, scheduler);
      }
      configured.init(configuration, context);
      return configured;
    } catch (RuntimeException e) {
      throw ConfiguredKey.refused(
          configuration,
          YarnConfiguration.RM_SCHEDULER_MUTATION_ACL_POLICY_CLASS,
          "a class that implements " + ConfigurationMutationACLPolicy.class.getName());
    }
  }

  /** A store must not keep what no ResourceManager starts with, even after the file is mended. */
  private void refuseToBeginEmpty() throws IOException {
    try {
      getConfStore().format();
    } catch (Exception e) {
      LOG.warn("The empty store could not be removed: {}", this, e);
    }
    readFile();
    throw unreadable(new IOException("it has no keys"));
  }

  /**
   * What an empty store begins with: the keys of the queue file, or none if they are refused.
   * Hadoop calls it for a store that is not empty as well, when the file may be gone.
   */
  @Override
  protected Configuration getInitSchedulerConfig() {
    try {
      return readFile();
    } catch (IOException e) {
      LOG.info("An empty store could not begin with the queue file: {}", e.getMessage());
      return new Configuration(false);
    }
  }

  private Configuration readFile() throws IOException {
    Configuration keys = QueueFile.keys(conf, context.getConfigurationProvider());
    QueueFile.load(conf, keys);
    return keys;
  }

  /** Returns the stored configuration. Some stores log an error and return null. */
  private Configuration retrieve() throws IOException {
    try {
      Configuration stored = getConfStore().retrieve();
      if (stored == null) {
        throw new IOException("what it has could not be read, see the log");
      }
      return new Configuration(stored);
    } catch (IOException | RuntimeException e) {
      throw unreadable(e);
    }
  }

  private IOException unreadable(Exception cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return new IOException(
        this
            + ": expected a store of queues that can be read and written, but "
            + LogText.of(String.valueOf(root.getMessage() == null ? root : root.getMessage()))
            + "; if it cannot be mended, \"yarn resourcemanager -format-conf-store\" has it begin"
            + " again with capacity-scheduler.xml",
        cause);
  }

  /** Takes over what another ResourceManager may have written, before this one becomes active. */
  @Override
  public void reloadConfigurationFromStore() throws IOException {
    lock.lock();
    try {
      current = retrieve();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    if (getConfStore() != null) {
      super.close();
    }
  }

  @Override
  public Configuration getConfiguration() {
    return new Configuration(current);
  }

  @Override
  public ConfigurationMutationACLPolicy getAclMutationPolicy() {
    return policy;
  }

  // --------------------------------------------------------------------- steps of a change

  @Override
  public LogMutation logAndApplyMutation(
      UserGroupInformation user, @Nullable SchedConfUpdateInfo request) throws IOException {
    lock.lock();
    try {
      Map<String, @Nullable String> changes = KeyChanges.of(current, request, optionPrefix);
      Configuration proposed = changed(current, changes);
      check.run(proposed);
      LogMutation mutation = log(user, changes);
      previous = current;
      current = proposed;
      return mutation;
    } finally {
      lock.unlock();
    }
  }

  private LogMutation log(UserGroupInformation user, Map<String, @Nullable String> changes)
      throws IOException {
    SchedConfUpdateInfo plain = new SchedConfUpdateInfo();
    plain.setGlobalParams(new HashMap<>(changes));
    try {
      return super.logAndApplyMutation(user, plain);
    } catch (Exception e) {
      IOException failure =
          new IOException(this + ": the change was not stored: " + LogText.of(e.toString()), e);
      try {
        // A store of files has the change in memory now: reading lets it forget.
        retrieve();
      } catch (IOException unreadable) {
        failure.addSuppressed(unreadable);
      }
      throw failure;
    }
  }

  /**
   * Returns what a change would make of the configuration; makes no change.
   *
   * @throws IOException with one line for each finding
   */
  public Configuration preview(@Nullable SchedConfUpdateInfo request) throws IOException {
    Configuration proposed = applyChanges(current, request);
    check.run(proposed);
    return proposed;
  }

  @Override
  public Configuration applyChanges(Configuration stored, @Nullable SchedConfUpdateInfo request)
      throws IOException {
    return changed(stored, KeyChanges.of(stored, request, optionPrefix));
  }

  private static Configuration changed(
      Configuration stored, Map<String, @Nullable String> changes) {
    Configuration changed = new Configuration(stored);
    changes.forEach(
        (key, value) -> {
          if (value == null) {
            changed.unset(key);
          } else {
            changed.set(key, value);
          }
        });
    return changed;
  }

  /**
   * Reads back what has been confirmed, since a store may fail in silence: the one of files returns
   * the file with the latest time, which may be that of a ResourceManager whose clock was ahead.
   * All keys are written again then.
   */
  @Override
  public void confirmPendingMutation(LogMutation mutation, boolean isValid) throws IOException {
    lock.lock();
    try {
      if (!isValid) {
        current = previous;
      }
      getConfStore().confirmMutation(mutation, isValid);
      if (isValid && !has(current)) {
        LOG.warn("{} does not return what has just been written; it is filled again", this);
        fill(conf, current);
        if (!has(current)) {
          throw new IOException("it returns other keys than those written");
        }
      }
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    } finally {
      lock.unlock();
    }
  }

  boolean has(Configuration expected) throws IOException {
    return keys(retrieve()).equals(keys(expected));
  }

  private static Map<String, String> keys(Configuration configuration) {
    Map<String, String> keys = new HashMap<>();
    configuration.forEach(entry -> keys.put(entry.getKey(), entry.getValue()));
    return keys;
  }

  /** Refuses before anything is deleted if the store could not begin with the queue file. */
  @Override
  public void formatConfigurationInStore(Configuration configuration) throws IOException {
    lock.lock();
    try {
      Configuration first = readFile();
      check.run(first);
      previous = current;
      fill(configuration, first);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void revertToOldConfig(Configuration configuration) throws IOException {
    lock.lock();
    try {
      fill(configuration, previous);
    } finally {
      lock.unlock();
    }
  }

  void beginAgain() throws IOException {
    formatConfigurationInStore(conf);
  }

  void revert() throws IOException {
    revertToOldConfig(conf);
  }

  private void fill(Configuration configuration, Configuration keys) throws IOException {
    current = keys;
    try {
      getConfStore().format();
      getConfStore().initialize(configuration, new Configuration(keys), context);
      getConfStore().checkVersion();
    } catch (Exception e) {
      throw unreadable(e);
    }
  }

  /** Names the store and its place. */
  @Override
  public String toString() {
    return kind.describe(conf);
  }
}
