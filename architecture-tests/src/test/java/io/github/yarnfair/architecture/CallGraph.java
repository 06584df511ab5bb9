// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.github.yarnfair.core.rule.SchedulerRules;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Which methods of the schedulers call which. A call through an interface or a superclass may reach
 * each implementation of the project. The body of a lambda counts as called where it is written.
 */
final class CallGraph {
  static final String PROJECT = ArchitectureTest.PROJECT + ".";

  /** Where the schedulers' own code is; the command line, benches and tests have no lock. */
  private static final String[] SCHEDULERS =
      Stream.concat(
              Stream.of("core", "recording", "scheduler").map(room -> PROJECT + room),
              SchedulerRules.all().stream().map(rule -> rule.getClass().getPackageName()))
          .toArray(String[]::new);

  /** To read them takes longer than to follow their calls. */
  static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(new ArchitectureTest.NoTestJars())
          .importPackages(SCHEDULERS);

  private CallGraph() {}

  /** Returns the methods that a method calls. */
  static Stream<JavaCodeUnit> calls(JavaCodeUnit caller) {
    return caller.getCallsFromSelf().stream()
        .flatMap(call -> call.getTarget().resolveMember().stream());
  }

  /** Returns the methods that a method refers to by name. */
  static Stream<JavaCodeUnit> references(JavaCodeUnit caller) {
    return caller.getMethodReferencesFromSelf().stream()
        .flatMap(reference -> reference.getTarget().resolveMember().stream());
  }

  /** Returns the methods that a call of a method may reach. */
  static Stream<JavaCodeUnit> implementations(JavaCodeUnit declared) {
    if (!(declared instanceof JavaMethod method)
        || method.getOwner().isEquivalentTo(Object.class)) {
      return Stream.of(declared);
    }
    return Stream.concat(
        Stream.of(declared),
        method.getOwner().getAllSubclasses().stream()
            .flatMap(heir -> heir.tryGetMethod(method.getName(), parameters(method)).stream()));
  }

  /** Returns whether a method overrides one of Hadoop's, which Hadoop may call at any time. */
  static boolean isCalledByHadoop(JavaCodeUnit unit) {
    JavaClass owner = unit.getOwner();
    return Stream.concat(
            owner.getAllRawSuperclasses().stream(), owner.getAllRawInterfaces().stream())
        .filter(ancestor -> ancestor.getPackageName().startsWith("org.apache.hadoop"))
        .anyMatch(ancestor -> ancestor.tryGetMethod(unit.getName(), parameters(unit)).isPresent());
  }

  private static String[] parameters(JavaCodeUnit unit) {
    return unit.getRawParameterTypes().stream().map(JavaClass::getName).toArray(String[]::new);
  }

  static String name(JavaCodeUnit unit) {
    return unit.getOwner().getSimpleName() + "." + unit.getName();
  }

  /**
   * Returns the names of the methods on a way that ends in a method.
   *
   * @param before the method before each; itself for the first ones
   */
  static String wayTo(JavaCodeUnit last, Map<JavaCodeUnit, JavaCodeUnit> before) {
    JavaCodeUnit caller = before.get(last);
    return caller == last ? name(last) : wayTo(caller, before) + " > " + name(last);
  }

  /**
   * Returns the names of the methods on a way that begins with a method.
   *
   * @param after the method after each; itself for the last ones
   */
  static String wayFrom(JavaCodeUnit first, Map<JavaCodeUnit, JavaCodeUnit> after) {
    JavaCodeUnit called = after.get(first);
    return called == first ? name(first) : name(first) + " > " + wayFrom(called, after);
  }
}
