// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.github.yarnfair.core.structure.Rooms;
import org.junit.jupiter.api.Test;

/** The suite is on no other module's class path, so it checks its packages itself. */
class RoomsTest {
  private static final String CONFORMANCE = "io.github.yarnfair.conformance";

  private static final Rooms ROOMS =
      new Rooms(
          new ClassFileImporter()
              .withImportOption(new ImportOption.DoNotIncludeTests())
              .importPackages(CONFORMANCE),
          CONFORMANCE);

  @Test
  void packagesHoldAtMostTwentyFiveClasses() {
    assertThat(ROOMS.large()).isEmpty();
  }

  @Test
  void knotsHoldAtMostFiveClasses() {
    assertThat(ROOMS.largeKnots()).isEmpty();
  }
}
