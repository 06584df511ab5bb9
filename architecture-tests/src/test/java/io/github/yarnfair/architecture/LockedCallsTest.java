// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Lock;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What is called while a lock is held waits for nothing outside the process: a disk that hangs
 * would stop the whole cluster.
 *
 * <p>A method that takes a lock counts as holding it throughout, and so does all that it may call.
 * What a lambda from elsewhere does cannot be seen here, so that those which the lock's holder
 * calls are made in methods that count as holding it: constructors of the scheduler. The lock of a
 * store of queues is not the scheduler's, and not looked at.
 */
class LockedCallsTest {
  private static final String NEW_THREAD = "java.lang.Thread.<init>";

  /** Calls that may wait: for a disk, another host, a class that is named, or another thread. */
  private static final Pattern WAITING =
      Pattern.compile(
          Stream.of(
                  "java\\.io\\.(File(?!Not)|RandomAccessFile).*",
                  "java\\.nio\\.file\\.(Files|FileStore|spi\\.).*",
                  "java\\.nio\\.channels\\..*",
                  "java\\.net\\.(?!URI|URLEncoder|URLDecoder).*",
                  "java\\.lang\\.(ClassLoader|Process|ProcessBuilder|Runtime)\\..*",
                  "java\\.lang\\.Class\\.(forName|getResource|getResourceAsStream)",
                  "java\\.lang\\.Thread\\.(join|sleep)",
                  "java\\.lang\\.Object\\.wait",
                  "java\\.util\\.ServiceLoader\\..*",
                  "java\\.util\\.concurrent\\.Callable\\.call",
                  "java\\.util\\.concurrent\\..*\\.(await|get|join|take|acquire)",
                  "java\\.util\\.concurrent\\.locks\\.LockSupport\\.park.*",
                  "org\\.apache\\.hadoop\\.conf\\.Configuration\\..*",
                  "org\\.apache\\.hadoop\\.fs\\..*",
                  "org\\.apache\\.hadoop\\.net\\..*",
                  "org\\.apache\\.hadoop\\.util\\.(ReflectionUtils|Shell).*",
                  "org\\.apache\\.hadoop\\.security\\.(Groups|UserGroupInformation|authorize\\."
                      + "AccessControlList)\\.(?!getShortUserName|getUserName|getAclString|toString).*",
                  "org\\.apache\\.hadoop\\.yarn\\.security\\.YarnAuthorizationProvider\\..*",
                  "org\\.apache\\.hadoop\\.yarn\\.server\\.resourcemanager\\.recovery\\.RMStateStore\\."
                      + ".*Synchronously")
              .reduce((one, other) -> one + "|" + other)
              .orElseThrow());

  /** Concurrent maps share names with calls that wait. */
  private static final Predicate<String> AT_ONCE =
      Pattern.compile("java\\.util\\.concurrent\\.(Concurrent|CopyOnWrite|atomic\\.).*")
          .asMatchPredicate();

  /** Callers whose calls of a class do not wait, and why. */
  private static final Map<String, String> IN_MEMORY =
      Map.of(
          // Keys of queues that were read before, in a configuration without Hadoop's defaults,
          // which is the kind that Hadoop never reads again.
          "KeyReader", "org.apache.hadoop.conf.Configuration",
          // A copy of that configuration.
          "RegisteredQueueMetrics", "org.apache.hadoop.conf.Configuration",
          // Policies are made again by options that it has copied into memory.
          "ConfiguredRule", "org.apache.hadoop.conf.Configuration",
          // What one of these refuses, if ever.
          "ConfiguredKey", "org.apache.hadoop.conf.Configuration",
          // The list of a created queue: parsed and printed. Only with a mapping to netgroups does
          // Hadoop look the groups up, once each.
          "QueueParser", "org.apache.hadoop.security.authorize.AccessControlList",
          "PriorityAcl", "org.apache.hadoop.security.authorize.AccessControlList",
          "DetailsReader", "org.apache.hadoop.security.authorize.AccessControlList");

  @Test
  void nothingThatIsCalledUnderALockWaitsForAnythingOutside() {
    Map<JavaCodeUnit, JavaCodeUnit> callers = reachable(lockers(CallGraph.CLASSES));

    assertThat(callers.keySet())
        .as("methods that an event reaches")
        .anyMatch(unit -> unit.getOwner().getSimpleName().equals("NodeVisit"));
    Set<String> waits = new TreeSet<>();
    for (JavaCodeUnit unit : callers.keySet()) {
      for (JavaCall<?> call : unit.getCallsFromSelf()) {
        if (waits(unit, call)) {
          waits.add(name(call) + " by " + CallGraph.wayTo(unit, callers));
        }
      }
    }
    assertThat(waits).isEmpty();
  }

  private static boolean waits(JavaCodeUnit caller, JavaCall<?> call) {
    String name = name(call);
    String inMemory = IN_MEMORY.get(caller.getOwner().getSimpleName());
    return WAITING.matcher(name).matches()
        && !AT_ONCE.test(name)
        && !call.getTargetOwner().getName().equals(inMemory);
  }

  private static String name(JavaCall<?> call) {
    return call.getTargetOwner().getName() + "." + call.getTarget().getName();
  }

  /** Methods that take the scheduler's lock or an attempt's, and what makes lambdas for them. */
  private static List<JavaCodeUnit> lockers(JavaClasses classes) {
    List<JavaCodeUnit> found =
        new ArrayList<>(classes.get(HierarchicalScheduler.class).getConstructors());
    for (JavaClass each : classes) {
      for (JavaCodeUnit unit : each.getCodeUnits()) {
        if (!each.getPackageName().equals(CallGraph.PROJECT + "scheduler.store")
            && unit.getCallsFromSelf().stream().anyMatch(LockedCallsTest::takesLock)) {
          found.add(unit);
        }
      }
    }
    assertThat(found).anyMatch(unit -> unit.getName().equals("handle"));
    return found;
  }

  private static boolean takesLock(JavaCall<?> call) {
    return call.getTarget().getName().equals("lock")
        && call.getTargetOwner().isAssignableTo(Lock.class);
  }

  /** Returns what may be called, each with a method that calls it, itself for the first ones. */
  private static Map<JavaCodeUnit, JavaCodeUnit> reachable(List<JavaCodeUnit> first) {
    Map<JavaCodeUnit, JavaCodeUnit> callers = new HashMap<>();
    Deque<JavaCodeUnit> open = new ArrayDeque<>();
    for (JavaCodeUnit unit : first) {
      callers.put(unit, unit);
      open.add(unit);
    }
    while (!open.isEmpty()) {
      JavaCodeUnit caller = open.remove();
      called(caller)
          .flatMap(CallGraph::implementations)
          .filter(target -> callers.putIfAbsent(target, caller) == null)
          .forEach(open::add);
    }
    return callers;
  }

  /** A method that is handed to a new thread runs there, and not where it is named. */
  private static Stream<JavaCodeUnit> called(JavaCodeUnit caller) {
    boolean makesThread =
        caller.getCallsFromSelf().stream().anyMatch(call -> name(call).equals(NEW_THREAD));
    return makesThread
        ? CallGraph.calls(caller)
        : Stream.concat(CallGraph.calls(caller), CallGraph.references(caller));
  }
}
