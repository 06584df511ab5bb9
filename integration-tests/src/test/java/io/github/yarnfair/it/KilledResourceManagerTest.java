// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import static io.github.yarnfair.minicluster.HeterogeneousCluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.minicluster.JobSubmission;
import io.github.yarnfair.minicluster.ProcessCluster;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.LeveldbRMStateStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A ResourceManager that is killed and starts again from files, while NodeManagers and masters work
 * in processes of their own: no container is lost, none runs twice.
 */
@Timeout(900)
class KilledResourceManagerTest extends KilledProcesses {
  /**
   * LevelDB is of one machine: the same ResourceManager starts again. What a node that was lost
   * afterwards still runs is killed when it returns: its tasks are started once more.
   */
  @Test
  void nothingIsLostByARestartFromLevelDbNorRunsTwiceWhenALostNodeReturns() throws Exception {
    Map<String, String> settings = settings(LeveldbRMStateStore.class);
    settings.put(YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS, "5000");
    Path directory = Path.of("target", "leveldb-restart");
    settings.put(
        YarnConfiguration.RM_LEVELDB_STORE_PATH,
        directory.resolve("leveldb").toAbsolutePath().toString());
    try (ProcessCluster cluster =
            ProcessCluster.start(directory, 1, settings, queues(), NODES.subList(0, 2));
        YarnClient client = cluster.newClient()) {
      JobSubmission jobs = new JobSubmission(cluster.confDirectory(), client);
      // One node is too small for all of their tasks.
      jobs.submit(job("root.prod", 4, 384), null);
      jobs.submit(job("root.users.bob", 3, 384), null);
      Set<ContainerId> before = awaitConsistent(cluster, client, 2 + 7);
      cluster.kill("rm");
      cluster.restart("rm");
      assertThat(awaitConsistent(cluster, client, 2 + 7)).isEqualTo(before);

      cluster.pause("n2");
      await("n2 to be lost", PATIENCE, () -> metric(cluster, "lostNodes", 1));
      cluster.resume("n2");
      await("n2 to return", PATIENCE, () -> metric(cluster, "activeNodes", 2));
      assertThat(awaitConsistent(cluster, client, 2 + 7)).isNotEqualTo(before);

      jobs.submit(job("root.users.bob", 1), null);
      awaitConsistent(cluster, client, 3 + 8);
    }
  }
}
