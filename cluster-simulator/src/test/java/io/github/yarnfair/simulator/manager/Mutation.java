// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.manager;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import io.github.yarnfair.scheduler.gang.Gangs;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.ChargedAttempt;
import io.github.yarnfair.scheduler.model.LocatedAttempt;
import io.github.yarnfair.scheduler.resource.ReservedAmounts;
import io.github.yarnfair.scheduler.service.ApplicationService;
import io.github.yarnfair.scheduler.service.NodeService;
import io.github.yarnfair.scheduler.service.QueueService;
import io.github.yarnfair.scheduler.user.UserLimit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.loading.ClassReloadingStrategy;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;

/**
 * Faults put into the schedulers' loaded classes, one at a time, to see whether the simulation
 * finds them. Public, as the advice becomes part of these classes.
 */
public enum Mutation {
  /** What a reservation counts in its queues is not undone when it is dropped. */
  RESERVATION_STAYS_COUNTED(new Change(ReservedAmounts.class, "unreserve", 1, Skip.class)),
  /** Containers count in the partition that their node had. */
  RELABELLED_USAGE_STAYS(new Change(LocatedAttempt.class, "changeClass", 2, Skip.class)),
  /** A container that a node reports after a restart is charged twice. */
  RECOVERED_CHARGED_TWICE(
      new Change(ChargedAttempt.class, "recoverContainer", 2, ChargeAgain.class)),
  /** The room that is kept for a gang is not given back when its attempt ends. */
  GANG_ROOM_STAYS_KEPT(
      new Change(Gangs.class, "end", 1, SkipIfEnding.class),
      new Change(ApplicationService.class, "attemptRemoved", 1, WhileEnding.class)),
  /** Users have no limit after a refresh. */
  REFRESH_FORGETS_USER_LIMITS(
      new Change(UserLimit.class, "apply", 1, SkipIfRefreshing.class),
      new Change(QueueService.class, "replaceBy", 2, WhileRefreshing.class)),
  /** A container whose application has no attempt goes on, and no one counts it. */
  ORPHAN_GOES_ON(new Change(NodeService.class, "endOrphan", 2, Skip.class));

  /** Which method is being executed. In one thread only. */
  public static boolean isEnding;

  public static boolean isRefreshing;

  private final List<Change> changes;

  /**
   * @throws IllegalArgumentException if the class has no such method, as after a change of it
   */
  private record Change(Class<?> type, String method, int arguments, Class<?> advice) {
    Change {
      if (Arrays.stream(type.getDeclaredMethods())
          .noneMatch(
              declared ->
                  declared.getName().equals(method) && declared.getParameterCount() == arguments)) {
        throw new IllegalArgumentException(
            "%s has no method %s with %d arguments".formatted(type, method, arguments));
      }
    }
  }

  Mutation(Change... changes) {
    this.changes = List.of(changes);
  }

  /** Runs something with the fault. */
  <T> T during(Supplier<T> run) {
    ByteBuddyAgent.install();
    List<Class<?>> changed = new ArrayList<>();
    ClassReloadingStrategy loading = ClassReloadingStrategy.fromInstalledAgent();
    try {
      for (Change change : changes) {
        new ByteBuddy()
            .redefine(change.type)
            .visit(
                Advice.to(change.advice)
                    .on(named(change.method).and(takesArguments(change.arguments))))
            .make()
            .load(change.type.getClassLoader(), loading);
        changed.add(change.type);
      }
      return run.get();
    } finally {
      reset(loading, changed);
    }
  }

  private static void reset(ClassReloadingStrategy loading, List<Class<?>> changed) {
    try {
      loading.reset(
          ClassFileLocator.ForClassLoader.of(Mutation.class.getClassLoader()),
          changed.toArray(Class<?>[]::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The method does nothing. */
  public static final class Skip {
    private Skip() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter() {
      return true;
    }
  }

  /** The method charges what it has charged. */
  public static final class ChargeAgain {
    private ChargeAgain() {}

    @Advice.OnMethodExit
    static void exit(
        @Advice.This ChargedAttempt charged,
        @Advice.Argument(1) RMContainer container,
        @Advice.Return boolean isRecovered) {
      AppAttempt attempt = (AppAttempt) charged;
      if (isRecovered && attempt.application().hasLeaf()) {
        attempt
            .queue()
            .ledger()
            .charge(
                attempt.application().leaf(),
                attempt.machineClass(container.getContainerId()),
                container.getContainer().getResource());
      }
    }
  }

  /** The method does nothing while an attempt ends. */
  public static final class SkipIfEnding {
    private SkipIfEnding() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter() {
      return isEnding;
    }
  }

  /** An attempt ends. */
  public static final class WhileEnding {
    private WhileEnding() {}

    @Advice.OnMethodEnter
    static void enter() {
      isEnding = true;
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit() {
      isEnding = false;
    }
  }

  /** The method does nothing while queues are refreshed. */
  public static final class SkipIfRefreshing {
    private SkipIfRefreshing() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter() {
      return isRefreshing;
    }
  }

  /** Queues are refreshed. */
  public static final class WhileRefreshing {
    private WhileRefreshing() {}

    @Advice.OnMethodEnter
    static void enter() {
      isRefreshing = true;
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit() {
      isRefreshing = false;
    }
  }
}
