// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.rule.SchedulerRules;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;

/** The directions in which the project's packages may depend on each other and on Hadoop. */
@AnalyzeClasses(
    packages = ArchitectureTest.PROJECT,
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class ArchitectureTest {
  static final String PROJECT = "io.github.yarnfair";

  private static final String CORE = PROJECT + ".core..";
  private static final String RECORDING = PROJECT + ".recording..";
  private static final String COMMON = PROJECT + ".scheduler..";

  /** The package of each scheduler. */
  private static final String[] RULES =
      SchedulerRules.all().stream()
          .map(rule -> rule.getClass().getPackageName() + "..")
          .toArray(String[]::new);

  /** Its policy is the hierarchical form of flat rules. */
  private static final String HDRF = PROJECT + ".hdrf..";

  private static final String HOST = PROJECT + ".host..";
  private static final String MINICLUSTER = PROJECT + ".minicluster..";
  private static final String DEMO = PROJECT + ".demo..";
  private static final String SIMULATOR = PROJECT + ".simulator..";
  private static final String MIC_PLUGIN = PROJECT + ".mic..";
  private static final String HADOOP = "org.apache.hadoop..";
  private static final String HADOOP_SCHEDULER =
      "org.apache.hadoop.yarn.server.resourcemanager.scheduler.";

  @ArchTest
  static final ArchRule dependenciesPointFromSchedulerOverCommonToCore =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage(PROJECT + "..")
          .layer("core")
          .definedBy(CORE)
          .layer("recording")
          .definedBy(RECORDING)
          .layer("common")
          .definedBy(COMMON)
          .layer("rules")
          .definedBy(RULES)
          .layer("host")
          .definedBy(HOST)
          .layer("minicluster")
          .definedBy(MINICLUSTER)
          .layer("demo")
          .definedBy(DEMO)
          .layer("simulator")
          .definedBy(SIMULATOR)
          .layer("MIC plug-in")
          .definedBy(MIC_PLUGIN)
          .whereLayer("MIC plug-in")
          .mayNotAccessAnyLayer()
          .whereLayer("MIC plug-in")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("core")
          .mayNotAccessAnyLayer()
          .whereLayer("recording")
          .mayOnlyAccessLayers("core")
          .whereLayer("common")
          .mayOnlyAccessLayers("core", "recording")
          .whereLayer("rules")
          .mayOnlyAccessLayers("core", "common")
          .whereLayer("host")
          .mayNotAccessAnyLayer()
          .whereLayer("minicluster")
          .mayOnlyAccessLayers("host")
          .whereLayer("demo")
          .mayOnlyAccessLayers("core", "host", "minicluster", "simulator")
          .whereLayer("demo")
          .mayNotBeAccessedByAnyLayer();

  @ArchTest
  static final ArchRule noRuleKnowsAnotherButHdrf =
      slices()
          .matching(PROJECT + ".(*)..")
          .should()
          .notDependOnEachOther()
          .ignoreDependency(alwaysTrue(), not(resideInAnyPackage(RULES)).or(resideInAPackage(HDRF)))
          .ignoreDependency(not(resideInAnyPackage(RULES)), alwaysTrue())
          .because("a scheduler's jar has its own rule alone");

  @ArchTest
  static final ArchRule theCommonPackagesFormLayers =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage(COMMON)
          .layer("webapp")
          .definedBy(common("webapp.."))
          .layer("scheduler")
          .definedBy(PROJECT + ".scheduler")
          .layer("service")
          .definedBy(common("service"))
          .layer("explain")
          .definedBy(common("explain.."))
          .layer("outlook")
          .definedBy(common("forecast"), common("plan"))
          .layer("services")
          .definedBy(
              common("activities"),
              common("admission"),
              common("balance"),
              common("preemption"),
              common("report"),
              common("audit"),
              common("history"),
              common("store"))
          .layer("snapshot")
          .definedBy(common("snapshot"))
          .layer("assign")
          .definedBy(common("assign"))
          .layer("demand")
          .definedBy(common("demand"))
          .layer("gang")
          .definedBy(common("gang"))
          .layer("model")
          .definedBy(common("model"))
          .layer("ask")
          .definedBy(common("ask"))
          .layer("master")
          .definedBy(common("master"))
          .layer("record")
          .definedBy(common("record"))
          .layer("user")
          .definedBy(common("user"))
          .layer("conf")
          .definedBy(common("conf.."))
          .layer("metrics")
          .definedBy(common("metrics"))
          .layer("resource")
          .definedBy(common("resource"))
          .whereLayer("webapp")
          .mayOnlyAccessLayers("scheduler", "service", "explain", "outlook", "services", "conf")
          .whereLayer("explain")
          .mayOnlyAccessLayers(
              "outlook",
              "snapshot",
              "demand",
              "model",
              "ask",
              "master",
              "record",
              "conf",
              "resource")
          .whereLayer("outlook")
          .mayOnlyAccessLayers(
              "snapshot", "model", "ask", "master", "user", "record", "conf", "resource")
          .whereLayer("scheduler")
          .mayOnlyBeAccessedByLayers("webapp")
          .whereLayer("service")
          .mayOnlyBeAccessedByLayers("webapp", "scheduler")
          .whereLayer("services")
          .mayOnlyAccessLayers(
              "snapshot",
              "gang",
              "model",
              "ask",
              "master",
              "user",
              "record",
              "conf",
              "metrics",
              "resource")
          .whereLayer("snapshot")
          .mayOnlyAccessLayers("model", "master", "resource")
          .whereLayer("assign")
          .mayOnlyAccessLayers(
              "demand", "gang", "model", "ask", "master", "user", "record", "conf", "resource")
          .whereLayer("demand")
          .mayOnlyAccessLayers(
              "gang", "model", "ask", "master", "user", "record", "conf", "resource")
          .whereLayer("gang")
          .mayOnlyAccessLayers("model", "ask", "master", "user", "record", "conf", "resource")
          .whereLayer("model")
          .mayOnlyAccessLayers("ask", "master", "user", "record", "conf", "metrics", "resource")
          .whereLayer("ask")
          .mayOnlyAccessLayers("conf", "resource")
          .whereLayer("master")
          .mayOnlyAccessLayers("conf", "metrics", "resource")
          .whereLayer("record")
          .mayOnlyAccessLayers("conf", "resource")
          .whereLayer("user")
          .mayOnlyAccessLayers("conf", "resource")
          .whereLayer("conf")
          .mayNotAccessAnyLayer()
          .whereLayer("metrics")
          .mayNotAccessAnyLayer()
          .whereLayer("resource")
          .mayNotAccessAnyLayer();

  @ArchTest
  static final ArchRule theConfigurationPackagesFormLayers =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage(common("conf.."))
          .layer("file")
          .definedBy(common("conf.file"))
          .layer("mapping")
          .definedBy(common("conf.mapping"))
          .layer("queue")
          .definedBy(common("conf.queue"))
          .layer("capacity")
          .definedBy(common("conf.capacity"))
          .layer("key")
          .definedBy(common("conf.key"))
          .layer("conf")
          .definedBy(common("conf"))
          .whereLayer("file")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("mapping")
          .mayOnlyAccessLayers("queue", "key", "conf")
          .whereLayer("queue")
          .mayOnlyAccessLayers("capacity", "key", "conf")
          .whereLayer("capacity")
          .mayOnlyAccessLayers("key", "conf")
          .whereLayer("key")
          .mayOnlyAccessLayers("conf")
          .whereLayer("conf")
          .mayNotAccessAnyLayer();

  private static String common(String room) {
    return PROJECT + ".scheduler." + room;
  }

  private static String[] published(String... shared) {
    return Stream.concat(Stream.of(shared), Stream.of(RULES)).toArray(String[]::new);
  }

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles =
      slices().matching(PROJECT + ".(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule coreIsPureJava =
      classes()
          .that()
          .resideInAPackage(CORE)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              CORE,
              "org.jspecify..",
              "java.lang..",
              "java.util",
              "java.util.function",
              "java.util.stream")
          .because("it has no logging, no clock and no YARN");

  @ArchTest
  static final ArchRule recordingIsPlainJava =
      classes()
          .that()
          .resideInAPackage(RECORDING)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(RECORDING, CORE, "org.jspecify..", "java..")
          .because("a recording is read where there is no Hadoop");

  @ArchTest
  static final ArchRule coreReadsNoClock =
      noClasses()
          .that()
          .resideInAPackage(CORE)
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .because("the same events must always lead to the same decisions");

  @ArchTest
  static final ArchRule policiesKnowNothingOfHadoop =
      noClasses()
          .that()
          .areAssignableTo(FairnessPolicy.class)
          .should()
          .transitivelyDependOnClassesThat()
          .resideInAPackage(HADOOP)
          .because("a policy is the algorithm of a paper, and runs without a cluster");

  @ArchTest
  static final ArchRule onlyTheSchedulerClassOfAModuleKnowsHadoop =
      noClasses()
          .that()
          .resideInAnyPackage(RULES)
          .and()
          .areNotAssignableTo(HierarchicalScheduler.class)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(HADOOP, COMMON)
          .because("the rest of it is the rule");

  @ArchTest
  static final ArchRule hadoopsOwnSchedulersAreNotUsed =
      noClasses()
          .that()
          .resideInAnyPackage(published(CORE, COMMON))
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(HADOOP_SCHEDULER + "capacity..", HADOOP_SCHEDULER + "fair..")
                  .and(
                      resideOutsideOfPackages(
                          HADOOP_SCHEDULER + "capacity.placement..",
                          HADOOP_SCHEDULER + "capacity.conf..")))
          .because(
              "CapacityScheduler's file is read, its code is private to it, but for the parser of"
                  + " mapping rules and the stores of queue configurations");

  @ArchTest
  static final ArchRule publishedCodeLeavesTheConsoleAlone =
      noClasses()
          .that()
          .resideInAnyPackage(published(CORE, RECORDING, COMMON, MIC_PLUGIN))
          .should(ACCESS_STANDARD_STREAMS);

  @ArchTest
  static final ArchRule namesSayWhatAClassIs =
      noClasses()
          .that()
          .areNotAssignableTo(ResourceManager.class)
          .should()
          .haveNameMatching(".*(Manager|Helper|Utils?)")
          .because("such a name fits anything, so anything gets in");

  /** Leaves out the test classes of other modules. */
  static final class NoTestJars implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }
}
