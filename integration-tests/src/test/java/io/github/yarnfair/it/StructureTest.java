// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.github.yarnfair.core.rule.SchedulerRules;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Sizes of packages, and of knots in them: sets of classes each of which depends on each other one,
 * directly or not. What is larger stands below by name, and only ever shrinks: a smaller number has
 * to be written down, a larger one is refused.
 */
class StructureTest {
  private static final int LARGEST_ROOM = 25;
  private static final int LARGEST_KNOT = 5;

  /** Packages that are too large, without {@code io.github.yarnfair.}, with their classes. */
  private static final Map<String, Integer> LARGE_ROOMS =
      Map.of(
          "scheduler.explain", 33,
          "scheduler.model", 59);

  /**
   * Packages with a knot that is too large, and its classes: in the model an application, its queue
   * and its node refer to each other.
   */
  private static final Map<String, Integer> LARGE_KNOTS = Map.of("scheduler.model", 29);

  private static final String PROJECT = ArchitectureTest.PROJECT;

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(new ArchitectureTest.NoTestJars())
          .importPackages(PROJECT);

  @Test
  void packagesHoldAtMostTwentyFiveClasses() {
    Map<String, Integer> large = new TreeMap<>();
    rooms()
        .forEach(
            (room, classes) -> {
              if (classes.size() > LARGEST_ROOM) {
                large.put(room, classes.size());
              }
            });
    assertThat(large).isEqualTo(new TreeMap<>(LARGE_ROOMS));
  }

  @Test
  void knotsHoldAtMostFiveClasses() {
    Map<String, Integer> large = new TreeMap<>();
    rooms()
        .forEach(
            (room, classes) -> {
              int largest = largestKnot(classes);
              if (largest > LARGEST_KNOT) {
                large.put(room, largest);
              }
            });
    assertThat(large).isEqualTo(new TreeMap<>(LARGE_KNOTS));
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

  /** Top-level classes by package. */
  private static Map<String, Map<String, Set<String>>> rooms() {
    Map<String, Map<String, Set<String>>> rooms = new TreeMap<>();
    for (JavaClass each : CLASSES) {
      JavaClass top = top(each);
      if (!top.getSimpleName().equals("package-info")) {
        Set<String> uses =
            rooms
                .computeIfAbsent(room(top), room -> new HashMap<>())
                .computeIfAbsent(top.getName(), name -> new HashSet<>());
        for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
          uses.add(top(dependency.getTargetClass()).getName());
        }
      }
    }
    return rooms;
  }

  private static JavaClass top(JavaClass nested) {
    JavaClass top = nested.isArray() ? nested.getBaseComponentType() : nested;
    while (top.getEnclosingClass().isPresent()) {
      top = top.getEnclosingClass().get();
    }
    return top;
  }

  private static String room(JavaClass top) {
    return top.getPackageName()
        .substring(Math.min(PROJECT.length() + 1, top.getPackageName().length()));
  }

  /** The largest set of classes that reach each other within their package. */
  private static int largestKnot(Map<String, Set<String>> uses) {
    Map<String, Set<String>> reached = new HashMap<>();
    uses.keySet().forEach(name -> reached.put(name, reachable(name, uses)));
    int largest = 0;
    for (String name : uses.keySet()) {
      Set<String> knot = new TreeSet<>(reached.get(name));
      knot.removeIf(other -> !reached.get(other).contains(name));
      largest = Math.max(largest, knot.size());
    }
    return largest;
  }

  private static Set<String> reachable(String from, Map<String, Set<String>> uses) {
    Set<String> reached = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(Set.of(from));
    while (!open.isEmpty()) {
      for (String next : uses.get(open.pop())) {
        if (uses.containsKey(next) && reached.add(next)) {
          open.push(next);
        }
      }
    }
    return reached;
  }
}
