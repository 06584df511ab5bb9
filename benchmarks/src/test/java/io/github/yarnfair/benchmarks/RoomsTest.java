// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.github.yarnfair.core.structure.Rooms;
import org.junit.jupiter.api.Test;

/** The benchmarks are on no other module's class path, so they check their packages themselves. */
class RoomsTest {
  private static final String BENCHMARKS = "io.github.yarnfair.benchmarks";

  private static final Rooms ROOMS =
      new Rooms(
          new ClassFileImporter()
              .withImportOption(new ImportOption.DoNotIncludeTests())
              .withImportOption(location -> !location.contains("/jmh_generated/"))
              .importPackages(BENCHMARKS),
          BENCHMARKS);

  @Test
  void packagesHoldAtMostTwentyFiveClasses() {
    assertThat(ROOMS.large()).isEmpty();
  }

  @Test
  void knotsHoldAtMostFiveClasses() {
    assertThat(ROOMS.largeKnots()).isEmpty();
  }
}
