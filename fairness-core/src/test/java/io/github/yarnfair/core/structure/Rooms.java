// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.structure;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Sizes of packages, and of knots in them: sets of classes each of which depends on each other one,
 * directly or not. Top-level classes are counted.
 */
public final class Rooms {
  private static final int LARGEST_ROOM = 25;
  private static final int LARGEST_KNOT = 5;

  /** By package: what each class depends on. */
  private final Map<String, Map<String, Set<String>>> rooms;

  /**
   * @param project a package; names of those below it are given without it
   */
  public Rooms(JavaClasses classes, String project) {
    rooms = rooms(classes, project);
  }

  /** Returns the packages of more than 25 classes, with their number. */
  public Map<String, Integer> large() {
    Map<String, Integer> large = new TreeMap<>();
    rooms.forEach(
        (room, classes) -> {
          if (classes.size() > LARGEST_ROOM) {
            large.put(room, classes.size());
          }
        });
    return large;
  }

  /** Returns the packages with a knot of more than 5 classes, with the number of the largest. */
  public Map<String, Integer> largeKnots() {
    Map<String, Integer> large = new TreeMap<>();
    rooms.forEach(
        (room, classes) -> {
          int largest = largestKnot(classes);
          if (largest > LARGEST_KNOT) {
            large.put(room, largest);
          }
        });
    return large;
  }

  private static Map<String, Map<String, Set<String>>> rooms(JavaClasses all, String project) {
    Map<String, Map<String, Set<String>>> rooms = new TreeMap<>();
    for (JavaClass each : all) {
      JavaClass top = top(each);
      if (!top.getSimpleName().equals("package-info")) {
        Set<String> uses =
            rooms
                .computeIfAbsent(room(top, project), name -> new HashMap<>())
                .computeIfAbsent(top.getName(), unused -> new HashSet<>());
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

  private static String room(JavaClass top, String project) {
    return top.getPackageName()
        .substring(Math.min(project.length() + 1, top.getPackageName().length()));
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
