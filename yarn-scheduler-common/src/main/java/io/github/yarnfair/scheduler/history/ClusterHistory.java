// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.history;

import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import io.github.yarnfair.scheduler.snapshot.ClusterSnapshot;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;

/**
 * The last hours of a cluster, and the metrics that are updated with them. {@link #add} is for one
 * thread, all else for any.
 */
public final class ClusterHistory {
  private final ResourceVectors vectors;
  private final ShareHistory shares = new ShareHistory();
  private final OldestWaits oldestWaits;
  private final StartWaits startWaits;
  private final NodeBars nodeBars = new NodeBars();

  /**
   * Creates an empty history.
   *
   * @param applications all that the ResourceManager knows
   * @param now in milliseconds since 1970
   */
  public ClusterHistory(
      ResourceVectors vectors, Map<ApplicationId, ? extends RMApp> applications, long now) {
    this.vectors = vectors;
    oldestWaits = new OldestWaits(applications);
    startWaits = new StartWaits(applications, now);
  }

  /**
   * Adds a sample and updates the queues' metrics of shares. Without the scheduler's lock.
   *
   * @param now in milliseconds since 1970
   */
  public void add(ClusterSnapshot snapshot, List<ClusterNode> nodes, long now) {
    MachineClasses classes = snapshot.origin().ledger().classes();
    ClusterSample sample = new SampleReader(snapshot).read();
    long[] waits = oldestWaits.update(sample, now);
    for (int i = 0; i < waits.length; i++) {
      ClusterSample.Queue queue = sample.queues().get(i);
      queue.metrics().setShares(queue.held(), queue.ideal(), queue.idealAmounts(), waits[i]);
      setBalance(queue);
      queue
          .byPartition()
          .forEach(
              (label, part) ->
                  queue.metrics().setShares(label, part.held(), part.ideal(), part.idealAmounts()));
    }
    shares.add(now, sample, StrandedResources.of(nodes, sample.shapes(), classes, vectors));
    startWaits.update(now);
    nodeBars.update(nodes, now, shares.since(now));
  }

  /** A queue without a balance that has had one is neither ahead nor behind. */
  private static void setBalance(ClusterSample.Queue queue) {
    ClusterSample.Balance balance = queue.balance();
    if (balance != null) {
      queue.metrics().setBalance(balance.seconds(), balance.factor());
    } else if (queue.metrics().hasBalance()) {
      queue.metrics().setBalance(new double[queue.heldAmounts().length], 1.0);
    }
  }

  /**
   * Returns for how long an application that waits has received nothing, in milliseconds.
   *
   * @param now in milliseconds since 1970
   */
  public long waited(RMApp application, long now) {
    return Math.max(0, now - oldestWaits.since(application, now));
  }

  /**
   * Returns the history of the queues below a queue.
   *
   * @param now in milliseconds since 1970
   */
  public HistoryView view(String parent, long now) {
    return new HistoryViewer(shares.rows(), parent)
        .view(startWaits.since(shares.since(now)), nodeBars.lines(now), now);
  }
}
