// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc;

import io.github.yarnfair.benchmarks.rm.BenchScheduler;
import io.github.yarnfair.benchmarks.rm.ClusterCell;
import io.github.yarnfair.benchmarks.rpc.load.LoadFigures;
import io.github.yarnfair.benchmarks.rpc.load.LoadRun;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;

/** One scheduler on one cell: a ResourceManager, and the process that plays its cluster. */
final class RpcRun {
  private static final Duration BOOT = Duration.ofMinutes(5);

  /** For registration, submissions and a machine that is slow. */
  private static final Duration SPARE = Duration.ofMinutes(20);

  private static final long LOOK_MILLIS = 200;

  private final Path directory;
  private final BenchScheduler scheduler;
  private final ClusterCell cell;
  private final RpcSettings settings;

  /**
   * @param directory absolute; what is in it is replaced
   */
  RpcRun(Path directory, BenchScheduler scheduler, ClusterCell cell, RpcSettings settings) {
    this.directory = directory;
    this.scheduler = scheduler;
    this.cell = cell;
    this.settings = settings;
  }

  /**
   * Runs both processes to the end of the measurement.
   *
   * @throws IOException if one of them fails; the message names its log
   */
  LoadFigures measure() throws IOException, InterruptedException {
    FileUtil.fullyDelete(directory.toFile());
    ServerFiles files = new ServerFiles(directory, scheduler, cell, settings);
    String webAddress = files.write();
    try (JavaProcess server =
        JavaProcess.start(
            directory.resolve("resourcemanager"),
            files.conf(),
            List.of("-Xmx" + settings.heap(), files.hosts()),
            ResourceManager.class.getName())) {
      awaitBoot(server, webAddress);
      settings.plan(cell, server.pid()).write(directory);
      load(files, server);
    }
    return LoadFigures.read(directory);
  }

  private void load(ServerFiles files, JavaProcess server)
      throws IOException, InterruptedException {
    try (JavaProcess load =
        JavaProcess.start(
            directory.resolve("load"),
            files.conf(),
            // A master has a connection with threads of its own, and there are thousands.
            List.of("-Xmx" + settings.heap(), files.hosts(), "-Xss256k", "-XX:+UseSerialGC"),
            LoadRun.class.getName(),
            directory.toString())) {
      load.await(SPARE.plusSeconds(settings.warmUpSeconds() + settings.seconds()));
    }
    server.checkRuns();
  }

  private static void awaitBoot(JavaProcess server, String webAddress)
      throws IOException, InterruptedException {
    HttpClient http = HttpClient.newHttpClient();
    URI page = URI.create("http://" + webAddress + "/ws/v1/cluster/info");
    long begin = System.nanoTime();
    while (!answers(http, page)) {
      server.checkRuns();
      if (System.nanoTime() - begin > BOOT.toNanos()) {
        throw new IOException("no answer from " + page);
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private static boolean answers(HttpClient http, URI page) throws InterruptedException {
    try {
      HttpRequest request = HttpRequest.newBuilder(page).timeout(Duration.ofSeconds(30)).build();
      return http.send(request, BodyHandlers.ofString()).body().contains("STARTED");
    } catch (IOException e) {
      return false; // Not yet.
    }
  }
}
