// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.core.balance.BalanceRules;
import io.github.yarnfair.core.forecast.PreemptionRun;
import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.rule.SchedulerRule;
import io.github.yarnfair.core.rule.SchedulerRules;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.scheduler.admission.RemovedQueues;
import io.github.yarnfair.scheduler.balance.BalanceService;
import io.github.yarnfair.scheduler.balance.BalanceSettings;
import io.github.yarnfair.scheduler.conf.ConfiguredRule;
import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.conf.QueueFileException;
import io.github.yarnfair.scheduler.conf.ShareSettings;
import io.github.yarnfair.scheduler.conf.Variables;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import io.github.yarnfair.scheduler.plan.Comparison;
import io.github.yarnfair.scheduler.plan.LiveCopy;
import io.github.yarnfair.scheduler.plan.PreemptionReach;
import io.github.yarnfair.scheduler.plan.RunningCopy;
import io.github.yarnfair.scheduler.plan.SupposedNodes;
import io.github.yarnfair.scheduler.plan.SupposedQueues;
import io.github.yarnfair.scheduler.plan.WhatIf;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer;
import io.github.yarnfair.scheduler.plan.WhatIfRequest;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.snapshot.ClusterReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Answers what-if requests, one at a time: copies the state in one hold of the lock, and computes
 * the rest on the copy, in a thread of its own that is waited for as long as is configured.
 */
public final class WhatIfService {
  private static final String SOURCE = "the supposed queue file";

  /** The rule whose fixed point ideal shares are. */
  private static final String IDEAL = "hdrf";

  private final SchedulerRule own;
  private final SharedState state;
  private final QueueService queues;
  private final ClusterReader reader;
  private final BalanceService balances;
  private final Semaphore turn = new Semaphore(1);

  /** The rule of a scheduler, and by what it counts. */
  private record Rule(
      Supplier<FairnessPolicy> policies,
      FairnessPolicy policy,
      ShareSpace.Kind space,
      boolean ofUsers,
      @Nullable BalanceRules memory) {}

  WhatIfService(
      SchedulerRule own,
      SharedState state,
      QueueService queues,
      ClusterCapacity cluster,
      BalanceService balances) {
    this.own = own;
    this.state = state;
    this.queues = queues;
    reader = cluster.newReaderOfDemand("what-if");
    this.balances = balances;
  }

  /**
   * Answers a request.
   *
   * @throws IOException with one line for each finding
   * @throws TimeoutException naming the bound, if it took too long or another one is not done yet
   */
  WhatIfAnswer answer(WhatIfRequest request) throws IOException, TimeoutException {
    if (!turn.tryAcquire()) {
      throw new TimeoutException("Another what-if request is being answered; send it again later");
    }
    AtomicBoolean hasTurn = new AtomicBoolean(true);
    FutureTask<WhatIfAnswer> task =
        new FutureTask<>(
            () -> {
              try {
                return compute(request, Thread.currentThread()::isInterrupted);
              } finally {
                leave(hasTurn); // Before the caller has the answer, and asks again.
              }
            });
    start(task, hasTurn);
    return await(task);
  }

  /** Also a task that is cancelled before it begins leaves its turn. */
  private void start(FutureTask<WhatIfAnswer> task, AtomicBoolean hasTurn) {
    Thread thread =
        new Thread(
            () -> {
              task.run();
              leave(hasTurn);
            },
            "what-if");
    thread.setDaemon(true);
    try {
      thread.start();
    } catch (OutOfMemoryError e) { // There is no thread to be had.
      leave(hasTurn);
      throw e;
    }
  }

  private void leave(AtomicBoolean hasTurn) {
    if (hasTurn.getAndSet(false)) {
      turn.release();
    }
  }

  private WhatIfAnswer await(FutureTask<WhatIfAnswer> task) throws IOException, TimeoutException {
    long millis = queues.sources().outlook().whatIfMillis();
    try {
      return task.get(millis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      task.cancel(true);
      throw new TimeoutException(
          "Took longer than %swhat-if.timeout-ms = %d".formatted(own.optionPrefix(), millis));
    } catch (InterruptedException e) {
      task.cancel(true);
      Thread.currentThread().interrupt();
      throw new TimeoutException("Interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException refused) {
        throw refused;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private WhatIfAnswer compute(WhatIfRequest request, BooleanSupplier isOver) throws Exception {
    QueueFile file = supposedFile(request);
    Configuration conf = file.configuration();
    Rule rule = rule(request, conf);
    LiveCopy live = copy();
    MachineClasses classes = in(rule.space(), live.queues().ledger().classes());
    SupposedNodes nodes =
        SupposedNodes.of(
            request, live, classes, state.vectors(), state.nodes().getAllNodes(), isOver);
    check(conf, file, live, nodes);
    SupposedQueues supposed =
        new SupposedQueues(
            file,
            rule.policy(),
            state.vectors(),
            nodes.shapes(),
            nodes.cluster(),
            classes,
            rule.ofUsers(),
            conf);
    WhatIf whatIf =
        new WhatIf(live, supposed, nodes.shapes(), state.vectors(), request.submissions(), isOver);
    List<String> notes = remember(supposed, rule.memory());
    Comparison comparison = new Comparison(whatIf, queues.sources().preempts(), isOver);
    notes.forEach(comparison::note);
    if (!rule.policy().name().equals(IDEAL)) {
      comparison.note(
          "Ideal shares are those of %s, which %s approaches in its own way."
              .formatted(IdealShare.RULE, rule.policy().name()));
    }
    if (request.policy() != null) {
      comparison.placeInTurns(queues.policyForPlans(), rule.policies().get());
    }
    RunningCopy running = live.running();
    if (running != null) {
      comparison.reach(reach(request, whatIf, nodes, running, rule.policies(), isOver), running);
    }
    return comparison.answer(nodes.cluster(), nodes.endedContainers());
  }

  /** Lets supposed queues remember what those in force do; returns a note, if they do. */
  private List<String> remember(SupposedQueues supposed, @Nullable BalanceRules memory) {
    if (memory == null) {
      return List.of();
    }
    balances.suppose(supposed.queues(), memory);
    return List.of(
        "Weights have the balances of now, with a half-life of %d s, a floor of %s and a strength of %s."
            .formatted(memory.halfLifeMillis() / 1000, memory.floor(), memory.strength()));
  }

  /** Runs preemption for half of an answer's time at most: the rest takes much less. */
  private PreemptionRun.@Nullable Result reach(
      WhatIfRequest request,
      WhatIf whatIf,
      SupposedNodes nodes,
      RunningCopy running,
      Supplier<FairnessPolicy> policies,
      BooleanSupplier isOver)
      throws TimeoutException {
    long end =
        System.nanoTime()
            + TimeUnit.MILLISECONDS.toNanos(queues.sources().outlook().whatIfMillis() / 2);
    PreemptionRun.Result result =
        PreemptionReach.of(
            whatIf,
            nodes,
            running,
            request.addedNodes(),
            policies,
            queues.sources().headroom(),
            () -> isOver.getAsBoolean() || System.nanoTime() - end > 0);
    if (isOver.getAsBoolean()) {
      throw new TimeoutException("ended before its answer");
    }
    return result;
  }

  private LiveCopy copy() {
    return LiveCopy.read(
        reader,
        state.vectors(),
        state.shapes(),
        state::clusterResource,
        queues.sources().preempts() ? state.nodes().getAllNodes() : null,
        state.clock().getAsLong());
  }

  private void check(Configuration conf, QueueFile file, LiveCopy live, SupposedNodes nodes)
      throws IOException {
    List<String> problems = new ArrayList<>();
    if (queues.source().changes() != null) {
      problems.addAll(new RemovedQueues(live.queues(), file).problems());
    }
    try {
      queues.source().check(conf, file, nodes.cluster());
    } catch (IOException e) {
      problems.add(e.getMessage());
    }
    if (!problems.isEmpty()) {
      throw new QueueFileException(problems);
    }
  }

  // --------------------------------------------------------------------------- the queue file

  private QueueFile supposedFile(WhatIfRequest request) throws IOException {
    List<String> problems = new ArrayList<>();
    Configuration changed = base(request.queueFile(), problems);
    request
        .keys()
        .forEach(
            (name, value) -> {
              String key = name.startsWith("yarn.") ? name : KeyReader.PREFIX + name;
              if (value == null) {
                changed.unset(key);
              } else {
                set(changed, key, value, problems);
              }
            });
    if (!problems.isEmpty()) {
      throw new QueueFileException(problems);
    }
    return QueueFile.load(changed, SOURCE);
  }

  private static void set(Configuration changed, String key, String value, List<String> problems) {
    if (Variables.areIn(value)) {
      problems.add(SOURCE + ": " + Variables.refusal(key, value));
    } else {
      changed.set(key, value, SOURCE);
    }
  }

  /** Returns the keys before single ones are changed; a copy. */
  private Configuration base(@Nullable String queueFile, List<String> problems) throws IOException {
    if (queueFile == null) {
      return queues.tree().file().configuration();
    }
    Configuration keys = new Configuration(false);
    try {
      // Restricted: it includes no files of this machine.
      keys.addResource(
          new ByteArrayInputStream(queueFile.getBytes(StandardCharsets.UTF_8)), SOURCE, true);
      keys.size();
    } catch (RuntimeException e) {
      throw new QueueFileException(
          SOURCE + ": expected a Hadoop XML file: " + LogText.of(e.getMessage()), e);
    }
    Configuration layered = new Configuration(queues.sources().configuration());
    for (var entry : keys) {
      set(layered, entry.getKey(), String.valueOf(keys.getRaw(entry.getKey())), problems);
    }
    return layered;
  }

  // --------------------------------------------------------------------------------- the rule

  private Rule rule(WhatIfRequest request, Configuration conf) throws IOException {
    SchedulerRule of = request.policy() == null ? own : other(request.policy());
    ShareSpace.Kind space = ShareSettings.read(conf, of.optionPrefix(), of.shareSpace()).space();
    ConfiguredRule configured = new ConfiguredRule(of, conf, state.clock());
    return new Rule(
        configured.policies(),
        configured.policy(),
        space,
        configured.usersAreShares(),
        BalanceSettings.read(conf, of.optionPrefix()).rules());
  }

  private SchedulerRule other(String name) throws IOException {
    List<SchedulerRule> known =
        new ArrayList<>(SchedulerRules.all(queues.sources().configuration().getClassLoader()));
    if (known.stream().noneMatch(rule -> rule.name().equals(own.name()))) {
      known.add(own);
    }
    return known.stream()
        .filter(rule -> rule.name().equalsIgnoreCase(name) || rule.schedulerClass().equals(name))
        .findFirst()
        .orElseThrow(() -> new QueueFileException(List.of(unknown(name, known))));
  }

  private static String unknown(String name, List<SchedulerRule> known) {
    return "policy = \"%s\": expected one of %s, or the full name of such a scheduler's class;"
            .formatted(LogText.of(name), known.stream().map(SchedulerRule::name).toList())
        + " the jar of any other is not on the class path of the ResourceManager";
  }

  /** Returns the same classes by another kind of shares. */
  private static MachineClasses in(ShareSpace.Kind space, MachineClasses classes) {
    if (classes.space().kind() == space) {
      return classes;
    }
    List<String> shared = new ArrayList<>();
    for (int c = 0; c < classes.count(); c++) {
      if (classes.isShared(c)) {
        shared.add(classes.name(c));
      }
    }
    return new MachineClasses(
        classes.kind(), classes.names(), shared, space, classes.space().resources());
  }
}
