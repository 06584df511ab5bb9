// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaFieldAccess.AccessType;
import com.tngtech.archunit.core.domain.JavaModifier;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.snapshot.LockSlices;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Lock;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Queues, applications, nodes, gangs and the share tree in force are changed under the scheduler's
 * write lock: each way of calls that ends in a change begins in, or passes, a method that takes it.
 *
 * <p>A change is an assignment of a field that is neither volatile nor {@link GuardedBy another
 * lock}, or a call of a method of {@link ShareTree} that changes it. Changes of collections and
 * arrays are not seen. A method that takes the lock counts as holding it throughout, and a lambda
 * as run where it is written.
 */
class GuardedStateTest {
  /** The packages whose objects the scheduler's threads share. */
  private static final Set<String> SHARED =
      Set.of("model", "gang", "user", "master", "ask", "assign", "demand", "resource");

  private static final Pattern CHANGES_TREE =
      Pattern.compile("(add(Queue|Leaf)|remove|move|charge|release|set[A-Z].*)");

  /** Methods that need not take the lock, and why. */
  private static final Map<String, String> EXCEPTIONS =
      Map.of(
          "HierarchicalScheduler.completedContainerInternal",
          "YARN calls it in methods that this project calls under the lock",
          "AppAttempt.recoverContainer",
          "YARN calls it when a node registers, under the lock",
          "ClusterCapacity.newReader",
          "what it hands to the reader runs in the reader's first slice, under the lock",
          "WhatIfService.compute",
          "supposes queues and nodes that no other thread knows",
          "ConstraintSize.visit",
          "an object of one call",
          "Report.getQueueStatistics",
          "an answer of one thread");

  @Test
  void theModelIsChangedUnderTheWriteLock() {
    JavaClasses classes = CallGraph.classes();
    Map<JavaCodeUnit, Set<JavaCodeUnit>> callers = callers(classes);
    Map<JavaCodeUnit, JavaCodeUnit> callees = new HashMap<>();
    Deque<JavaCodeUnit> open = new ArrayDeque<>();
    for (JavaClass each : classes) {
      each.getCodeUnits().stream()
          .filter(GuardedStateTest::changes)
          .forEach(
              unit -> {
                callees.put(unit, unit);
                open.add(unit);
              });
    }
    Set<String> unlocked = new TreeSet<>();
    Set<String> excepted = new TreeSet<>();
    while (!open.isEmpty()) {
      JavaCodeUnit unit = open.remove();
      String name = CallGraph.name(unit);
      if (EXCEPTIONS.containsKey(name)) {
        excepted.add(name);
      } else if (!takesLock(unit)) {
        Set<JavaCodeUnit> by = callers.getOrDefault(unit, Set.of());
        if (by.isEmpty()) {
          unlocked.add(CallGraph.wayFrom(unit, callees));
        }
        by.stream().filter(caller -> callees.putIfAbsent(caller, unit) == null).forEach(open::add);
      }
    }
    assertThat(unlocked).isEmpty();
    assertThat(excepted).as("exceptions that are needed").isEqualTo(EXCEPTIONS.keySet());
  }

  private static boolean changes(JavaCodeUnit unit) {
    String owner = unit.getOwner().getPackageName();
    return SHARED.stream().anyMatch(room -> owner.equals(CallGraph.PROJECT + "scheduler." + room))
        && !(unit instanceof JavaConstructor)
        && !unit.getName().equals("<clinit>")
        && (assigns(unit) || changesTree(unit));
  }

  private static boolean assigns(JavaCodeUnit unit) {
    return unit.getFieldAccesses().stream()
        .filter(access -> access.getAccessType() == AccessType.SET)
        .flatMap(access -> access.getTarget().resolveMember().stream())
        .anyMatch(GuardedStateTest::isGuarded);
  }

  private static boolean isGuarded(JavaField field) {
    return !field.getModifiers().contains(JavaModifier.VOLATILE)
        && !field.isAnnotatedWith(GuardedBy.class);
  }

  private static boolean changesTree(JavaCodeUnit unit) {
    return unit.getCallsFromSelf().stream()
        .anyMatch(
            call ->
                call.getTargetOwner().isEquivalentTo(ShareTree.class)
                    && CHANGES_TREE.matcher(call.getTarget().getName()).matches());
  }

  /** The lock of an attempt is not the scheduler's. */
  private static boolean takesLock(JavaCodeUnit unit) {
    boolean isOfAttempt =
        unit.getOwner().getPackageName().equals(CallGraph.PROJECT + "scheduler.model")
            || unit.getCallsFromSelf().stream()
                .anyMatch(call -> call.getTarget().getName().equals("getWriteLock"));
    return !isOfAttempt
        && unit.getCallsFromSelf().stream()
            .anyMatch(
                call ->
                    call.getTargetOwner().isEquivalentTo(LockSlices.class)
                        || (call.getTarget().getName().equals("lock")
                            && call.getTargetOwner().isAssignableTo(Lock.class)));
  }

  private static Map<JavaCodeUnit, Set<JavaCodeUnit>> callers(JavaClasses classes) {
    Map<JavaCodeUnit, Set<JavaCodeUnit>> callers = new HashMap<>();
    for (JavaClass each : classes) {
      for (JavaCodeUnit caller : each.getCodeUnits()) {
        Stream.concat(CallGraph.calls(caller), CallGraph.references(caller))
            .flatMap(CallGraph::implementations)
            .forEach(called -> callers.computeIfAbsent(called, any -> new HashSet<>()).add(caller));
      }
    }
    return callers;
  }
}
