// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.hdrf.HdrfScheduler;
import io.github.yarnfair.minicluster.QuickStart;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The one jar of a scheduler and the files in {@code conf/} are all that a cluster needs. */
class DropInTest {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

  /** The modules with the probe and the application that it runs. */
  private static final List<Path> PROBE =
      List.of(PROJECT.resolve("integration-tests"), PROJECT.resolve("minicluster"));

  private static final Map<Class<?>, Probe> PROBES = new HashMap<>();

  private static List<Class<?>> schedulers() throws ClassNotFoundException {
    return SchedulerClasses.all();
  }

  /** All at once: each waits for its cluster most of the time. */
  @BeforeAll
  static void startProbes() throws Exception {
    for (Class<?> scheduler : schedulers()) {
      PROBES.put(scheduler, start(scheduler));
    }
  }

  @AfterAll
  static void endProbes() {
    PROBES.values().forEach(probe -> probe.process.destroyForcibly());
  }

  @ParameterizedTest
  @MethodSource("schedulers")
  void theJarHoldsOneSchedulerAndNothingOfHadoop(Class<?> scheduler) throws Exception {
    try (JarFile jar = new JarFile(jarOf(scheduler).toFile())) {
      assertThat(jar.stream().map(ZipEntry::getName))
          .contains("io/github/yarnfair/core/tree/ShareTree.class")
          .filteredOn(
              name -> name.matches("io/github/yarnfair/(?!scheduler/)[a-z]+/\\w+Scheduler.class"))
          .containsExactly(scheduler.getName().replace('.', '/') + ".class");
      assertThat(jar.stream().map(ZipEntry::getName))
          .allMatch(name -> name.startsWith("io/") || name.startsWith("META-INF/"));
      assertThat(jar.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".class")))
          .allMatch(name -> name.startsWith("io/github/yarnfair/"));
    }
  }

  @ParameterizedTest
  @MethodSource("schedulers")
  @Timeout(170)
  void aPlainClusterSchedulesWithTheJarAndTheConfFiles(Class<?> scheduler) throws Exception {
    Probe probe = PROBES.get(scheduler);
    assertThat(probe.process.waitFor(150, TimeUnit.SECONDS))
        .as("ended in time, see %s", probe.output)
        .isTrue();
    assertThat(Files.readString(probe.output))
        .contains("scheduler " + scheduler.getName())
        .contains("application SUCCEEDED")
        .contains("5 tasks done");
    assertThat(probe.process.exitValue()).isZero();
  }

  private record Probe(Process process, Path output) {}

  private static Probe start(Class<?> scheduler) throws Exception {
    Path work = Path.of("target", "drop-in", scheduler.getSimpleName()).toAbsolutePath();
    FileUtil.fullyDelete(work.toFile());
    Path serverConf = copyConf(Files.createDirectories(work.resolve("server")));
    Path clientConf = copyConf(Files.createDirectories(work.resolve("client")));
    name(scheduler, serverConf.resolve("yarn-site.xml"));
    Path output = work.resolve("output.txt");
    List<String> command =
        QuickStart.command(
            512,
            String.join(File.pathSeparator, classPath(serverConf, jarOf(scheduler))),
            List.of("-Dtest.build.data=" + work),
            DropInProbe.class.getName(),
            List.of(clientConf.toString(), "root.research.simulation"));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    return new Probe(process, output);
  }

  /**
   * The administrator's files first, then the jar, then the probe and what is no module of this
   * project, wherever the other schedulers' jars are.
   */
  private static List<String> classPath(Path conf, Path jar) throws Exception {
    Set<Path> jars = new HashSet<>();
    for (Class<?> scheduler : schedulers()) {
      jars.add(jarOf(scheduler));
    }
    List<String> classPath = new ArrayList<>(List.of(conf.toString(), jar.toString()));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (!jars.contains(path)
          && (!path.startsWith(PROJECT) || PROBE.stream().anyMatch(path::startsWith))) {
        classPath.add(entry);
      }
    }
    return classPath;
  }

  /** The jar from which this test's JVM takes the scheduler, too. */
  private static Path jarOf(Class<?> scheduler) throws URISyntaxException {
    Path source = Path.of(scheduler.getProtectionDomain().getCodeSource().getLocation().toURI());
    assertThat(source).isRegularFile();
    return source;
  }

  /** The one edit that changes the scheduler. */
  private static void name(Class<?> scheduler, Path site) throws IOException {
    String given = "<value>" + HdrfScheduler.class.getName() + "</value>";
    String text = Files.readString(site);
    assertThat(text).containsOnlyOnce(given);
    Files.writeString(site, text.replace(given, "<value>" + scheduler.getName() + "</value>"));
  }

  private static Path copyConf(Path target) throws IOException {
    try (Stream<Path> files = Files.list(PROJECT.resolve("conf"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".xml")).toList()) {
        Files.copy(file, target.resolve(file.getFileName()));
      }
    }
    return target;
  }
}
