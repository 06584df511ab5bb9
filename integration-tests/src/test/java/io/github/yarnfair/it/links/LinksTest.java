// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.links;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.dff.DffScheduler;
import io.github.yarnfair.drfh.DrfhScheduler;
import io.github.yarnfair.hdrf.HdrfScheduler;
import io.github.yarnfair.mch.MchScheduler;
import io.github.yarnfair.udrf.UdrfScheduler;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All that the jars refer to is in the Hadoop that they run with: what is missing would be a {@code
 * NoSuchMethodError} in a running ResourceManager. The profile {@code hadoop-3.4} runs this with
 * Hadoop 3.4, for which the jars were not compiled.
 */
class LinksTest {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
  private static final String AUTO_CORRECTION = "autoCorrectContainerAllocation";

  /** Hadoop and what it brings along. */
  private static List<Path> hadoop() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(Path::of)
        .filter(path -> path.toString().endsWith(".jar") && !path.startsWith(PROJECT))
        .toList();
  }

  private static Path jarOf(Class<?> scheduler) throws Exception {
    return Path.of(scheduler.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        HdrfScheduler.class,
        DffScheduler.class,
        MchScheduler.class,
        DrfhScheduler.class,
        UdrfScheduler.class
      })
  void jarRefersToNothingThatThisHadoopLacks(Class<?> scheduler) throws Exception {
    LinkCheck check = new LinkCheck(jarOf(scheduler), hadoop());
    assertThat(check.classes()).isGreaterThan(100);
    List<String> failures = check.failures();
    if (VersionInfo.getVersion().startsWith("3.4.")) {
      // Called only where HadoopLine has found it.
      assertThat(failures).singleElement().asString().contains(AUTO_CORRECTION);
    } else {
      assertThat(failures).isEmpty();
    }
  }

  /** Fails if the check took what it does not find for present. */
  @Test
  void jarDoesNotLinkWithoutHadoop() throws Exception {
    List<String> failures = new LinkCheck(jarOf(HdrfScheduler.class), List.of()).failures();
    assertThat(failures)
        .anyMatch(line -> line.contains("no class org.apache.hadoop.conf.Configuration"))
        .noneMatch(line -> line.contains("no class java."));
  }
}
