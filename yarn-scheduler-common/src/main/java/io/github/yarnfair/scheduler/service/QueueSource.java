// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.core.rule.SchedulerRule;
import io.github.yarnfair.scheduler.admission.PlacementRules;
import io.github.yarnfair.scheduler.admission.RemovedQueues;
import io.github.yarnfair.scheduler.conf.QueueFileException;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.store.ConfigurationChanges;
import io.github.yarnfair.scheduler.store.StoreKind;
import io.github.yarnfair.scheduler.store.StoredConfiguration;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.MutableConfScheduler;
import org.jspecify.annotations.Nullable;

/** Where the queues are configured: the queue file, or a store that REST calls change. */
public final class QueueSource {
  private final SchedulerRule rule;
  private final MutableConfScheduler scheduler;
  private final SharedState state;
  private final Supplier<@Nullable QueueTree> inForce;
  private @Nullable ConfigurationChanges changes;

  /**
   * @param inForce returns the queues in force, null before the first are
   */
  QueueSource(
      SchedulerRule rule,
      MutableConfScheduler scheduler,
      SharedState state,
      Supplier<@Nullable QueueTree> inForce) {
    this.rule = rule;
    this.scheduler = scheduler;
    this.state = state;
    this.inForce = inForce;
  }

  /** Returns the queues in force, null until the first have been read. */
  public @Nullable QueueTree inForce() {
    return inForce.get();
  }

  /**
   * Opens the store if one is configured.
   *
   * @throws IOException if it cannot be read
   */
  void open(Configuration configuration) throws IOException {
    StoreKind kind = StoreKind.of(configuration);
    if (kind == StoreKind.FILE) {
      return;
    }
    RMContext context = state.context();
    StoredConfiguration stored =
        new StoredConfiguration(
            context, scheduler, rule.optionPrefix(), kind, keys -> check(configuration, keys));
    changes = new ConfigurationChanges(stored, () -> refresh(context));
    stored.init(configuration);
  }

  private static void refresh(RMContext context) throws IOException {
    try {
      context.getRMAdminService().refreshQueues();
    } catch (YarnException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Closes the store, if it is open. */
  public void close() throws IOException {
    if (changes != null) {
      changes.stored().close();
    }
  }

  /** Returns the changes that are possible, null if the queues come from the file. */
  public @Nullable ConfigurationChanges changes() {
    return changes;
  }

  /**
   * Reads the queues.
   *
   * @throws IOException naming what is wrong with them
   */
  QueueFile read(Configuration configuration) throws IOException {
    return changes == null
        ? QueueFile.load(configuration, state.context().getConfigurationProvider())
        : QueueFile.load(configuration, changes.stored().getConfiguration());
  }

  /** Finds what is wrong with queues before they are stored. */
  private void check(Configuration configuration, Configuration keys) throws IOException {
    QueueFile file = QueueFile.load(configuration, keys);
    List<String> problems = new ArrayList<>();
    QueueTree queues = inForce.get();
    if (queues != null) {
      problems.addAll(new RemovedQueues(queues, file).problems());
    }
    try {
      check(configuration, file, state.clusterResource());
    } catch (IOException e) {
      problems.add(e.getMessage());
    }
    if (!problems.isEmpty()) {
      throw new QueueFileException(problems);
    }
  }

  /**
   * Finds what is wrong with a queue file on a cluster.
   *
   * @throws IOException with one line for each finding
   */
  void check(Configuration configuration, QueueFile file, Resource cluster) throws IOException {
    file.checkAgainst(cluster);
    // Tried only: they place no application.
    PlacementRules.of(file.mappings(), file::names, configuration, scheduler);
  }

  /** Runs a refresh while no change is being made. */
  public void exclusively(ConfigurationChanges.Refresh refresh) throws IOException {
    if (changes == null) {
      refresh.run();
    } else {
      changes.exclusively(refresh);
    }
  }
}
