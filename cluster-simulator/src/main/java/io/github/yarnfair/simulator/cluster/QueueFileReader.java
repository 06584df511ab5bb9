// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import io.github.yarnfair.scheduler.conf.capacity.SiblingCapacities;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import io.github.yarnfair.scheduler.conf.queue.UserSettings;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.RunUsers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;

/**
 * Reads a {@code capacity-scheduler.xml} by the parser of the schedulers, and resolves weights and
 * limits by the whole cluster. Acts on the hierarchy, capacities, maximum capacities, ordering
 * policies, users' weights and limits, and where queues are created.
 */
final class QueueFileReader {
  private final ClusterResources resources;
  private final Resource cluster;

  private QueueFileReader(ClusterResources resources, Resource cluster) {
    this.resources = resources;
    this.cluster = cluster;
  }

  /**
   * Reads a file.
   *
   * @param names of the resources of the nodes
   * @param capacity sum of all nodes
   * @throws IOException if the file cannot be read or is refused
   */
  static RunQueue read(Path file, List<String> names, long[] capacity) throws IOException {
    ClusterResources resources = new ClusterResources(names);
    Configuration conf = new YarnConfiguration();
    resources.declare(conf);
    ResourceUtils.resetResourceTypes(conf);
    if (!Files.isReadable(file)) {
      throw new IOException(file + ": no such file, or it may not be read");
    }
    try (InputStream stream = Files.newInputStream(file)) {
      conf.addResource(stream, file.toString());
      // An added stream is parsed at the first look; it must be while the stream is open.
      conf.size();
    } catch (RuntimeException e) {
      throw new IOException(file + ": expected a Hadoop XML file: " + e.getMessage(), e);
    }
    QueueFile read = QueueFile.load(conf, file.toString());
    Resource cluster = resources.of(capacity);
    read.checkAgainst(cluster);
    return new QueueFileReader(resources, cluster).queue(read.root(), 1, cluster, cluster);
  }

  private RunQueue queue(QueueSpec spec, double weight, Resource entitled, Resource parentLimit) {
    Resource most = spec.limits().maximum().resolve(parentLimit);
    SiblingCapacities siblings =
        new SiblingCapacities(spec.children().stream().map(QueueSpec::weight).toList());
    double[] weights = siblings.weights(entitled, cluster);
    List<RunQueue> children = new ArrayList<>();
    for (int i = 0; i < weights.length; i++) {
      Resource ofChild = siblings.entitled(i, entitled);
      children.add(queue(spec.children().get(i), weights[i], ofChild, most));
    }
    return new RunQueue(
        spec.path(),
        weight,
        maximum(most),
        spec.order().isInOrder(),
        users(spec.users()),
        spec.creation() != null,
        children);
  }

  private long[] maximum(Resource most) {
    long[] maximum = resources.of(most);
    long[] all = resources.of(cluster);
    for (int j = 0; j < maximum.length; j++) {
      maximum[j] = maximum[j] >= all[j] ? RunQueue.UNLIMITED : maximum[j];
    }
    return maximum;
  }

  private static RunUsers users(UserSettings users) {
    Double factor = users.isLimited() ? users.limitFactor() : null;
    return new RunUsers(users.areShares(), factor, users.weights());
  }
}
