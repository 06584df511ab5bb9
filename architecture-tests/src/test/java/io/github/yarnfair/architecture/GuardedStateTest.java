// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.tngtech.archunit.core.domain.JavaCall;
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
import java.util.concurrent.locks.ReentrantReadWriteLock.WriteLock;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
      rooms("model", "gang", "user", "master", "ask", "assign", "demand", "resource");

  /** The packages whose classes know no other lock for changes than an attempt's. */
  private static final Set<String> LOCKED_BY_ATTEMPT = rooms("model", "ask");

  private static final Pattern CHANGES_TREE =
      Pattern.compile("(add(Queue|Leaf)|remove|move|charge|release|set[A-Z].*)");

  /** Objects of one thread. */
  private static final Set<String> UNSHARED = Set.of("ConstraintSize", "Report");

  /** Methods that do their changes under the lock, or to copies, though none is to be seen. */
  private static final Map<String, String> EXCEPTIONS =
      Map.of(
          "ClusterCapacity.newReader",
          "what it hands to the reader runs in the reader's first slice, under the lock",
          "WhatIfService.compute",
          "supposes queues and nodes that no other thread knows");

  /** Methods that override Hadoop's, and are not called by Hadoop without the lock. */
  private static final Map<String, String> CALLED_UNDER_THE_LOCK =
      Map.of(
          "HierarchicalScheduler.serviceInit", "before anything else is called",
          "HierarchicalScheduler.nodeUpdate", "in handle",
          "HierarchicalScheduler.recoverContainersOnNode", "in handle",
          "HierarchicalScheduler.completedContainerInternal", "in completedContainer",
          "ChargedAttempt.recoverContainer", "in recoverContainersOnNode",
          "ChargedAttempt.pullNewlyIncreasedContainers", "in allocate, by this project alone",
          "ClusterNode.updateTotalResource", "when a node is resized",
          "ClusterNode.updateResourceForReleasedContainer", "when a container ends");

  @Test
  void theModelIsChangedUnderTheWriteLock() {
    JavaClasses classes = CallGraph.CLASSES;
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
    Set<String> passed = new HashSet<>();
    while (!open.isEmpty()) {
      JavaCodeUnit unit = open.remove();
      passed.add(CallGraph.name(unit));
      if (!takesLock(unit) && !EXCEPTIONS.containsKey(CallGraph.name(unit))) {
        Set<JavaCodeUnit> by = callers.getOrDefault(unit, Set.of());
        if (begins(unit, by)) {
          unlocked.add(CallGraph.wayFrom(unit, callees));
        }
        by.stream().filter(caller -> callees.putIfAbsent(caller, unit) == null).forEach(open::add);
      }
    }
    assertThat(unlocked).isEmpty();
    assertThat(passed)
        .as("methods whose exception is needed")
        .containsAll(EXCEPTIONS.keySet())
        .containsAll(CALLED_UNDER_THE_LOCK.keySet());
  }

  private static Set<String> rooms(String... names) {
    return Stream.of(names)
        .map(name -> CallGraph.PROJECT + "scheduler." + name)
        .collect(Collectors.toSet());
  }

  /** Hadoop may call what overrides one of its methods, whatever else calls it. */
  private static boolean begins(JavaCodeUnit unit, Set<JavaCodeUnit> by) {
    return (by.isEmpty() || CallGraph.isCalledByHadoop(unit))
        && !CALLED_UNDER_THE_LOCK.containsKey(CallGraph.name(unit));
  }

  private static boolean changes(JavaCodeUnit unit) {
    return SHARED.contains(unit.getOwner().getPackageName())
        && !UNSHARED.contains(unit.getOwner().getSimpleName())
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
    return calls(
        unit,
        call ->
            call.getTargetOwner().isEquivalentTo(ShareTree.class)
                && CHANGES_TREE.matcher(call.getTarget().getName()).matches());
  }

  /** The lock of an attempt is not the scheduler's, and a lock for reading allows no change. */
  private static boolean takesLock(JavaCodeUnit unit) {
    boolean isOfAttempt =
        LOCKED_BY_ATTEMPT.contains(unit.getOwner().getPackageName())
            || calls(unit, call -> call.getTarget().getName().equals("getWriteLock"));
    return !isOfAttempt
        && (calls(unit, call -> call.getTargetOwner().isEquivalentTo(LockSlices.class))
            || calls(
                unit, call -> isLock(call) && call.getTargetOwner().isEquivalentTo(WriteLock.class))
            || (calls(unit, GuardedStateTest::isLock)
                && unit.getFieldAccesses().stream()
                    .anyMatch(field -> field.getTarget().getName().equals("writeLock"))));
  }

  private static boolean isLock(JavaCall<?> call) {
    return call.getTarget().getName().equals("lock");
  }

  private static boolean calls(JavaCodeUnit unit, Predicate<JavaCall<?>> which) {
    return unit.getCallsFromSelf().stream().anyMatch(which);
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
