// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc;

import io.github.yarnfair.benchmarks.rm.BenchScheduler;
import io.github.yarnfair.benchmarks.rm.ClusterCell;
import io.github.yarnfair.benchmarks.rm.ClusterWorkload;
import io.github.yarnfair.host.FreePorts;
import io.github.yarnfair.host.QueueFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairSchedulerConfiguration;

/**
 * The configuration of one ResourceManager as an administrator writes it: the scheduler, the
 * queues, addresses as numbers, and Hadoop's own defaults for everything else.
 */
final class ServerFiles {
  private static final String FAIR_QUEUES = "fair-scheduler.xml";
  private static final String HOSTS = "hosts";

  /** Hadoop's own, but for the number of old files, so that a fast run does not fill the disk. */
  private static final String LOG =
      """
      log4j.rootLogger=%s, RFA
      log4j.appender.RFA=org.apache.log4j.RollingFileAppender
      log4j.appender.RFA.File=${hadoop.log.dir}/log
      log4j.appender.RFA.MaxFileSize=256MB
      log4j.appender.RFA.MaxBackupIndex=1
      log4j.appender.RFA.layout=org.apache.log4j.PatternLayout
      log4j.appender.RFA.layout.ConversionPattern=%%d{ISO8601} %%p %%c: %%m%%n
      """;

  private final Path directory;
  private final BenchScheduler scheduler;
  private final ClusterWorkload workload;
  private final RpcSettings settings;

  /**
   * @param directory absolute
   */
  ServerFiles(Path directory, BenchScheduler scheduler, ClusterCell cell, RpcSettings settings) {
    this.directory = directory;
    this.scheduler = scheduler;
    workload = new ClusterWorkload(cell, settings.seed(), settings.gpus());
    this.settings = settings;
  }

  /** Returns the directory that is to be first on the class path. */
  Path conf() {
    return directory.resolve("conf");
  }

  /**
   * Returns the option by which a JVM knows this machine's names by a file and asks no name server.
   * Hadoop looks for the name of each address that it connects to, one after the other: with a slow
   * name server 5,000 masters took seven minutes to start.
   */
  String hosts() {
    return "-Djdk.net.hosts.file=" + conf().resolve(HOSTS);
  }

  /**
   * Writes all files.
   *
   * @return address of the web server, host and port
   */
  String write() throws IOException {
    Files.createDirectories(conf());
    Map<String, String> queues = QueueFiles.capacityKeys(workload.queues());
    queues.putAll(workload.queueKeys(null));
    writeXml(YarnConfiguration.CS_CONFIGURATION_FILE, queues);
    Files.writeString(conf().resolve(FAIR_QUEUES), QueueFiles.fairAllocations(workload.queues()));
    writeXml(
        YarnConfiguration.RESOURCE_TYPES_CONFIGURATION_FILE,
        Map.of(YarnConfiguration.RESOURCE_TYPES, ClusterWorkload.GPU));
    Files.writeString(conf().resolve("log4j.properties"), LOG.formatted(settings.logLevel()));
    Files.writeString(
        conf().resolve(HOSTS),
        "127.0.0.1 localhost%n127.0.0.1 %s%n".formatted(InetAddress.getLocalHost().getHostName()));
    Map<String, String> site = site();
    writeXml(YarnConfiguration.YARN_SITE_CONFIGURATION_FILE, site);
    return String.valueOf(site.get(YarnConfiguration.RM_WEBAPP_ADDRESS));
  }

  private Map<String, String> site() throws IOException {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put(YarnConfiguration.RM_SCHEDULER, scheduler.className());
    List<String> addresses =
        List.of(
            YarnConfiguration.RM_ADDRESS,
            YarnConfiguration.RM_SCHEDULER_ADDRESS,
            YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
            YarnConfiguration.RM_ADMIN_ADDRESS,
            YarnConfiguration.RM_WEBAPP_ADDRESS);
    int[] ports = FreePorts.find(addresses.size());
    for (int i = 0; i < ports.length; i++) {
      keys.put(addresses.get(i), "127.0.0.1:" + ports[i]);
    }
    keys.put(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, "" + settings.beatMillis());
    keys.put("hadoop.tmp.dir", directory.resolve("tmp").toString());
    // By default it is outside of that directory.
    keys.put(
        YarnConfiguration.FS_NODE_ATTRIBUTE_STORE_ROOT_DIR,
        directory.resolve("node-attributes").toUri().toString());
    // The users are not this machine's: their groups would be looked up again and again.
    keys.put(
        CommonConfigurationKeysPublic.HADOOP_SECURITY_GROUP_MAPPING,
        "org.apache.hadoop.security.NullGroupsMapping");
    keys.put(FairSchedulerConfiguration.ALLOCATION_FILE, conf().resolve(FAIR_QUEUES).toString());
    // A heartbeat may fill the node, as under the others.
    keys.put(FairSchedulerConfiguration.ASSIGN_MULTIPLE, "true");
    keys.put(FairSchedulerConfiguration.DYNAMIC_MAX_ASSIGN, "false");
    keys.putAll(scheduler.keys());
    keys.putAll(settings.keys());
    return keys;
  }

  private void writeXml(String name, Map<String, String> keys) throws IOException {
    Configuration conf = new Configuration(false);
    keys.forEach(conf::set);
    try (OutputStream out = Files.newOutputStream(conf().resolve(name))) {
      conf.writeXml(out);
    }
  }
}
