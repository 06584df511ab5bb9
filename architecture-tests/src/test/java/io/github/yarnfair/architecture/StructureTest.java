// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import io.github.yarnfair.core.rule.SchedulerRules;
import io.github.yarnfair.core.structure.Rooms;
import io.github.yarnfair.scheduler.HierarchicalScheduler;

/**
 * Sizes of packages, and of knots in them: sets of classes each of which depends on each other one,
 * directly or not.
 */
@AnalyzeClasses(
    packages = ArchitectureTest.PROJECT,
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class StructureTest {
  private static final String PROJECT = ArchitectureTest.PROJECT;

  @ArchTest
  static void packagesHoldAtMostTwentyFiveClasses(JavaClasses classes) {
    assertThat(new Rooms(classes, PROJECT).large()).isEmpty();
  }

  @ArchTest
  static void knotsHoldAtMostFiveClasses(JavaClasses classes) {
    assertThat(new Rooms(classes, PROJECT).largeKnots()).isEmpty();
  }

  /** Whatever the adapter is made of serves it, and is tested without it. */
  @ArchTest
  static void servicesDoNotKnowTheAdapter(JavaClasses classes) {
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
        .check(classes);
    assertThat(SchedulerRules.all()).isNotEmpty();
  }
}
