// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.github.yarnfair.core.rule.SchedulerRules;
import io.github.yarnfair.core.structure.Rooms;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import org.junit.jupiter.api.Test;

/**
 * Sizes of packages, and of knots in them: sets of classes each of which depends on each other one,
 * directly or not.
 */
class StructureTest {
  private static final String PROJECT = ArchitectureTest.PROJECT;

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(new ArchitectureTest.NoTestJars())
          .importPackages(PROJECT);

  private static final Rooms ROOMS = new Rooms(CLASSES, PROJECT);

  @Test
  void packagesHoldAtMostTwentyFiveClasses() {
    assertThat(ROOMS.large()).isEmpty();
  }

  @Test
  void knotsHoldAtMostFiveClasses() {
    assertThat(ROOMS.largeKnots()).isEmpty();
  }

  /** Whatever the adapter is made of serves it, and is tested without it. */
  @Test
  void servicesDoNotKnowTheAdapter() {
    noClasses()
        .that()
        .resideInAPackage(PROJECT + ".scheduler..")
        .and()
        .resideOutsideOfPackage(PROJECT + ".scheduler.webapp..")
        .and()
        .doNotHaveFullyQualifiedName(HierarchicalScheduler.class.getName())
        .and()
        .haveNameNotMatching(HierarchicalScheduler.class.getName() + "\\$.*")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(HierarchicalScheduler.class)
        .check(CLASSES);
    assertThat(SchedulerRules.all()).isNotEmpty();
  }
}
