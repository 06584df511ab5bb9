// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.github.yarnfair.core.rule.SchedulerRules;
import io.github.yarnfair.core.structure.Rooms;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Sizes of packages, and of knots in them: sets of classes each of which depends on each other one,
 * directly or not. What is larger stands below by name, and only ever shrinks: a smaller number has
 * to be written down, a larger one is refused.
 */
class StructureTest {
  /**
   * Packages with a knot that is too large, and its classes: in the model an application, its queue
   * and its node refer to each other.
   */
  private static final Map<String, Integer> LARGE_KNOTS = Map.of("scheduler.model", 20);

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
    assertThat(ROOMS.largeKnots()).isEqualTo(LARGE_KNOTS);
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
