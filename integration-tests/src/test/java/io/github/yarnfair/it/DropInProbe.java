// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import io.github.yarnfair.minicluster.Job;
import io.github.yarnfair.minicluster.JobSubmission;
import io.github.yarnfair.minicluster.TaskDemand;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.MiniYARNCluster;

/**
 * The process of {@link DropInTest}: Hadoop's own MiniYARNCluster, configured by nothing but the
 * files on its class path, runs one application. Prints what came of it.
 */
public final class DropInProbe {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private DropInProbe() {}

  /** Arguments: a directory for the client's configuration, and the queue to submit to. */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    YarnConfiguration conf = new YarnConfiguration();
    // By default one directory of the machine, which several probes would share.
    conf.set(
        YarnConfiguration.FS_NODE_ATTRIBUTE_STORE_ROOT_DIR,
        directory.resolveSibling("node-attributes").toUri().toString());
    conf.setInt(YarnConfiguration.NM_LOG_RETAIN_SECONDS, 1);
    conf.setInt(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, 100);
    try (MiniYARNCluster cluster = new MiniYARNCluster("drop-in", 2, 1, 1, false)) {
      cluster.init(conf);
      cluster.start();
      System.out.println(
          "scheduler " + cluster.getResourceManager().getResourceScheduler().getClass().getName());
      try (OutputStream site = Files.newOutputStream(directory.resolve("yarn-site.xml"))) {
        cluster.getConfig().writeXml(site);
      }
      try (YarnClient client = YarnClient.createYarnClient()) {
        client.init(cluster.getConfig());
        client.start();
        ApplicationReport report = run(client, directory, args[1]);
        System.out.println("application " + report.getFinalApplicationStatus());
        System.out.println("diagnostics " + report.getDiagnostics());
      }
    }
    System.exit(0);
  }

  private static ApplicationReport run(YarnClient client, Path directory, String queue)
      throws Exception {
    Job job =
        new Job(
            queue,
            TaskDemand.parse("memory-mb=256,vcores=1"),
            Duration.ofMillis(200),
            Duration.ofMillis(400),
            5,
            1);
    ApplicationId id = new JobSubmission(directory, client).submit(job, null);
    Instant deadline = Instant.now().plus(TIMEOUT);
    while (client.getApplicationReport(id).getYarnApplicationState()
            != YarnApplicationState.FINISHED
        && Instant.now().isBefore(deadline)) {
      Thread.sleep(100);
    }
    return client.getApplicationReport(id);
  }
}
