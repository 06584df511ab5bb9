// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import io.github.yarnfair.minicluster.ClusterBuilder;
import io.github.yarnfair.minicluster.HeterogeneousCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Boots a cluster for a {@link Scenario}, plays it and sums up. */
final class DemoRun {
  private static final Duration HEARTBEAT = Duration.ofMillis(500);
  private static final String HISTORY_MILLIS = "1000";
  private static final Duration END_TIMEOUT = Duration.ofSeconds(10);

  private final DemoScheduler scheduler;
  private final Scenario scenario;
  private final Screen screen;
  private final ShareTable table;

  DemoRun(DemoScheduler scheduler, Scenario scenario, Screen screen, ShareTable table) {
    this.scheduler = scheduler;
    this.scenario = scenario;
    this.screen = screen;
    this.table = table;
  }

  /**
   * Runs all phases, prints the summary and stops.
   *
   * @param directory where the cluster keeps its files
   * @param hold whether to go on with the last phase until interrupted
   * @return how many shares were off by more than their tolerance
   */
  int run(Path directory, boolean hold) throws YarnException, IOException, InterruptedException {
    DemoRecording recording = new DemoRecording(scheduler, directory.resolve("recording"));
    recording.clear();
    int off = play(directory, recording, hold);
    recording.lines().forEach(screen::say);
    return off;
  }

  private int play(Path directory, DemoRecording recording, boolean hold)
      throws YarnException, IOException, InterruptedException {
    screen.say("Booting YARN under " + scheduler.title() + " ...");
    try (HeterogeneousCluster cluster = boot(directory, recording);
        YarnClient client = cluster.newClient()) {
      introduce(cluster, directory);
      Path endSigns = Files.createTempDirectory(directory, "end-");
      Applications applications = new Applications(cluster, client, endSigns);
      Playback playback =
          new Playback(scenario, applications, new HoldingsReader(cluster), screen, table);
      playback.playTo(scenario.seconds());
      Report report = new Report(scenario, playback.averages());
      summarise(report);
      writePictures(cluster, directory);
      if (hold) {
        screen.say("Holding until interrupted (Ctrl-C).");
        screen.say("");
        playback.playTo(Double.POSITIVE_INFINITY);
      }
      for (String queue : applications.end(END_TIMEOUT)) {
        screen.say("The application in " + queue + " did not end by itself and was killed.");
      }
      return report.off();
    }
  }

  private HeterogeneousCluster boot(Path directory, DemoRecording recording) {
    ClusterBuilder builder =
        HeterogeneousCluster.named("cluster")
            .workDirectory(directory)
            .resourceTypes(Scenario.GPU, Scenario.MIC)
            .scheduler(scheduler.className())
            .queues(scenario.queues())
            .heartbeat(HEARTBEAT);
    scenario.nodes().forEach(builder::node);
    scheduler.settings().forEach(builder::set);
    recording.settings().forEach(builder::set);
    builder.set("yarn.scheduler." + scheduler + ".history.interval-ms", HISTORY_MILLIS);
    return builder.start();
  }

  private void introduce(HeterogeneousCluster cluster, Path directory) {
    scenario.nodes().forEach(node -> screen.say("  " + Wording.node(node)));
    screen.say("");
    screen.say("Dominant share: the greatest part of any one resource that somebody holds;");
    screen.say("1.00 is all of it. Ideal: what H-DRF, by definition, gives to those present;");
    screen.say("every scheduler is measured by that.");
    screen.say("");
    screen.say("Web page       " + cluster.webAddress() + "/cluster/scheduler");
    screen.say("Configuration  " + cluster.confDirectory());
    screen.say("Log            " + directory.resolve("demo.log"));
    screen.say("");
  }

  /** YARN's own schedulers keep no history. */
  private void writePictures(HeterogeneousCluster cluster, Path directory) throws IOException {
    if (scheduler.judged()) {
      Map<String, String> names =
          cluster.nodes().stream()
              .collect(Collectors.toMap(node -> node.id().toString(), node -> node.shape().name()));
      Path file =
          PictureFile.write(
              cluster.webAddress(),
              scheduler.title(),
              names,
              new ResourceShares(scenario.needs()),
              directory);
      screen.say("Report         " + file);
      screen.say("");
    }
  }

  private void summarise(Report report) {
    screen.say("");
    screen.say(
        "Dominant shares, averaged over each phase from its "
            + Playback.SETTLING_SECONDS
            + "th second on:");
    report.lines().forEach(screen::say);
    screen.say("");
    screen.say(scheduler.title() + ": " + report.verdict());
    screen.say("");
    if (!scheduler.judged()) {
      screen.say("It is a rival: its shares are reported, not judged.");
    }
    screen.say("The same under others: " + scheduler.others());
    screen.say("");
  }
}
