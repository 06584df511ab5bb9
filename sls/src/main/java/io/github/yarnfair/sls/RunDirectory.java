// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.yarnfair.host.QueueFiles;
import io.github.yarnfair.host.QueueShape;
import io.github.yarnfair.scheduler.conf.capacity.SiblingCapacities;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import io.github.yarnfair.sls.load.DagMaster;
import io.github.yarnfair.sls.load.LoadPlan;
import io.github.yarnfair.sls.load.MapReduceMaster;
import io.github.yarnfair.sls.load.StreamMaster;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairSchedulerConfiguration;
import org.apache.hadoop.yarn.sls.conf.SLSConfiguration;

/** The files of one run: a configuration as an administrator would write it, load and nodes. */
final class RunDirectory {
  private static final String QUEUES = "capacity-scheduler.xml";
  private static final String FAIR_QUEUES = "fair-scheduler.xml";
  private static final double MARGIN = 1.5;

  private final Path directory;
  private final Path conf;
  private final int nodes;
  private final MeasuredScheduler scheduler;
  private final LoadSettings settings;

  RunDirectory(Path directory, int nodes, MeasuredScheduler scheduler, LoadSettings settings) {
    this.directory = directory.toAbsolutePath();
    this.nodes = nodes;
    this.scheduler = scheduler;
    this.settings = settings;
    conf = this.directory.resolve("conf");
  }

  Path path() {
    return directory;
  }

  /** Returns the directory that is to be on the class path. */
  Path conf() {
    return conf;
  }

  /** Writes all files. */
  void write() throws IOException {
    Path output = Files.createDirectories(directory.resolve("sls"));
    Files.createDirectories(conf);
    Path load = directory.resolve("load.json");
    if (settings.load() == null) {
      new ObjectMapper()
          .writerWithDefaultPrettyPrinter()
          .writeValue(load.toFile(), new SyntheticLoad(nodes, settings).json());
    } else {
      Files.writeString(load, Files.readString(settings.load()));
    }
    Path nodeFile = directory.resolve("nodes.json");
    StringBuilder racks = new StringBuilder();
    for (Map<String, Object> rack : NodeFile.racks(nodes)) {
      racks.append(new ObjectMapper().writeValueAsString(rack)).append('\n');
    }
    Files.writeString(nodeFile, racks);
    writeQueues();
    writeXml("yarn-site.xml", yarnSite());
    writeXml("sls-runner.xml", slsRunner());
    Files.writeString(conf.resolve("log4j.properties"), LOG);
    new LoadPlan(
            load.toString(),
            nodeFile.toString(),
            output.toString(),
            settings.warmUpSeconds(),
            settings.seconds())
        .write(directory);
  }

  private static final String LOG =
      """
      log4j.rootLogger=WARN, console
      log4j.appender.console=org.apache.log4j.ConsoleAppender
      log4j.appender.console.layout=org.apache.log4j.PatternLayout
      log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p [%t] %c: %m%n
      """;

  private void writeQueues() throws IOException {
    if (settings.queues() == null) {
      writeXml(QUEUES, QueueFiles.capacityKeys(SyntheticLoad.QUEUES));
    } else {
      Files.writeString(conf.resolve(QUEUES), Files.readString(settings.queues()));
    }
    Path fair = conf.resolve(FAIR_QUEUES);
    if (settings.fairQueues() != null) {
      Files.writeString(fair, Files.readString(settings.fairQueues()));
    } else {
      Files.writeString(fair, QueueFiles.fairAllocations(shape()));
    }
  }

  /** Returns the hierarchy and the weights of the file for CapacityScheduler. */
  private QueueShape shape() throws IOException {
    Configuration keys = new Configuration(false);
    keys.addResource(new org.apache.hadoop.fs.Path(conf.resolve(QUEUES).toUri()));
    QueueSpec root = QueueFile.load(keys, conf.resolve(QUEUES).toString()).root();
    Resource cluster =
        Resource.newInstance((long) nodes * settings.memory(), nodes * settings.vcores());
    return shape(root, 1, cluster, cluster);
  }

  private static QueueShape shape(
      QueueSpec queue, double weight, Resource entitled, Resource cluster) {
    SiblingCapacities siblings =
        new SiblingCapacities(queue.children().stream().map(QueueSpec::weight).toList());
    double[] weights = siblings.weights(entitled, cluster);
    List<QueueShape> children = new ArrayList<>();
    for (int i = 0; i < weights.length; i++) {
      QueueSpec child = queue.children().get(i);
      children.add(shape(child, weights[i], siblings.entitled(i, entitled), cluster));
    }
    return new QueueShape(queue.name(), weight, Map.of(), queue.order().isInOrder(), children);
  }

  private Map<String, String> yarnSite() {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put(YarnConfiguration.RM_SCHEDULER, scheduler.className());
    keys.putAll(scheduler.keys());
    keys.put(FairSchedulerConfiguration.ALLOCATION_FILE, conf.resolve(FAIR_QUEUES).toString());
    keys.put(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB, "" + settings.memory());
    keys.put(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_VCORES, "" + settings.vcores());
    for (String address :
        List.of(
            YarnConfiguration.RM_ADDRESS,
            YarnConfiguration.RM_SCHEDULER_ADDRESS,
            YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
            YarnConfiguration.RM_ADMIN_ADDRESS,
            YarnConfiguration.RM_WEBAPP_ADDRESS)) {
      keys.put(address, "127.0.0.1:0");
    }
    keys.put("hadoop.tmp.dir", directory.resolve("tmp").toString());
    settings.keys().forEach(keys::put);
    return keys;
  }

  private Map<String, String> slsRunner() {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put(SLSConfiguration.NM_MEMORY_MB, "" + settings.memory());
    keys.put(SLSConfiguration.NM_VCORES, "" + settings.vcores());
    keys.put(SLSConfiguration.NM_HEARTBEAT_INTERVAL_MS, "" + settings.heartbeatMillis());
    keys.put(SLSConfiguration.AM_HEARTBEAT_INTERVAL_MS, "" + settings.heartbeatMillis());
    keys.put(SLSConfiguration.AM_TYPE_PREFIX + "mapreduce", MapReduceMaster.class.getName());
    keys.put(SLSConfiguration.AM_TYPE_PREFIX + "stream", StreamMaster.class.getName());
    keys.put(SLSConfiguration.AM_TYPE_PREFIX + "dag", DagMaster.class.getName());
    keys.put(SLSConfiguration.METRICS_WEB_ADDRESS_PORT, "0");
    keys.put(SLSConfiguration.METRICS_TIMER_WINDOW_SIZE, "" + calls());
    settings
        .keys()
        .forEach(
            (key, value) -> {
              if (key.startsWith(SLSConfiguration.PREFIX)) {
                keys.put(key, value);
              }
            });
    return keys;
  }

  /** More heartbeats than there will be, so that the simulator's timers keep all. */
  private long calls() {
    double seconds = settings.warmUpSeconds() + settings.seconds() + 10.0;
    return Math.max(10_000, (long) (MARGIN * nodes * seconds * 1000 / settings.heartbeatMillis()));
  }

  private void writeXml(String name, Map<String, String> keys) throws IOException {
    Configuration file = new Configuration(false);
    keys.forEach((key, value) -> file.set(key, Objects.requireNonNull(value)));
    try (OutputStream out = Files.newOutputStream(conf.resolve(name))) {
      file.writeXml(out);
    }
  }
}
