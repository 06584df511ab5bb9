// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.github.yarnfair.core.rule.SchedulerRules;
import java.util.stream.Stream;

/** What policies, wherever they are, and the simulator's packages may depend on. */
@AnalyzeClasses(
    packages = ArchitectureTest.PROJECT,
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class PolicyDependenciesTest {
  /** The packages of all schedulers, and that of the baselines. */
  private static final String[] POLICIES =
      Stream.concat(
              SchedulerRules.all().stream().map(rule -> rule.getClass().getPackageName()),
              Stream.of("io.github.yarnfair.simulator.baseline.."))
          .toArray(String[]::new);

  @ArchTest
  static final ArchRule policiesKnowOnlyTheCoreAndTheirOwnPackage =
      classes()
          .that()
          .resideInAnyPackage(POLICIES)
          .and()
          .haveSimpleNameNotEndingWith("Scheduler")
          .and()
          .haveSimpleNameNotEndingWith("Rule")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(POLICIES)
                  .or(
                      resideInAnyPackage(
                          "java.lang..",
                          "java.util..",
                          "org.jspecify..",
                          "io.github.yarnfair.core.ideal",
                          "io.github.yarnfair.core.policy",
                          "io.github.yarnfair.core.tree",
                          "io.github.yarnfair.core.incremental"))
                  .and(not(simpleNameEndingWith("Scheduler"))));

  @ArchTest
  static final ArchRule scenariosAndConversionKnowNothingOfTheCommandLine =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.github.yarnfair.simulator.scenario..", "io.github.yarnfair.simulator.convert..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.github.yarnfair.simulator",
              "io.github.yarnfair.simulator.cases..",
              "io.github.yarnfair.simulator.command..",
              "io.github.yarnfair.simulator.runs..",
              "picocli..");
}
