// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.anywhere;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.explain.DiagnosticText;
import io.github.yarnfair.scheduler.explain.answer.Explanation;
import io.github.yarnfair.scheduler.explain.answer.Finding;
import io.github.yarnfair.scheduler.explain.answer.Remedy;
import io.github.yarnfair.scheduler.explain.answer.RequestExplanation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Why masters wait, and priorities: of applications that YARN knows. */
class ExplainMastersTest {
  private static Resource task() {
    return resource(100, 1);
  }

  private static SchedulerConf queues() {
    return SchedulerConf.of(NaiveScheduler.class)
        .queues("root", "a,b")
        .set("root.a.capacity", "4w")
        .set("root.b.capacity", "1w")
        .yarn(YarnConfiguration.MAX_CLUSTER_LEVEL_APPLICATION_PRIORITY, 10);
  }

  private static void heartbeats(SchedulerRm rm, MockNM node) throws Exception {
    for (int i = 0; i < 6; i++) {
      node.nodeHeartbeat(true);
      rm.rm.drainEvents();
    }
  }

  private static Explanation explain(SchedulerRm rm, RMApp app) {
    return Objects.requireNonNull(
        rm.scheduler().readings().newExplainer().explain(app.getApplicationId(), id -> true));
  }

  private static boolean isStarted(SchedulerRm rm, RMApp app) {
    return !Resources.isNone(rm.held(app.getApplicationId()));
  }

  /** Three masters fit: the fifth application waits behind the fourth. */
  @ParameterizedTest
  @ValueSource(strings = {"SET_KEY", "FREE", "none"})
  void masterWaitsForRoom(String action) throws Exception {
    SchedulerConf conf = queues().set("maximum-am-resource-percent", 0.3);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      MockNM node = rm.node("n1", resource(1000, 10));
      List<RMApp> apps = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        apps.add(rm.submit("root.a"));
      }
      heartbeats(rm, node);
      Finding finding = explain(rm, apps.get(4)).findings().get(0);
      assertThat(finding.kind()).isEqualTo(Finding.Kind.AM_LIMIT);
      assertThat(finding.sentence()).contains("of which", "1 other wait before it");
      assertThat(isStarted(rm, apps.get(4))).isFalse();
      for (Remedy remedy : finding.remedies()) {
        if (remedy.action().name().equals(action)) {
          apply(remedy, conf, rm, apps);
        }
      }
      heartbeats(rm, node);
      assertThat(isStarted(rm, apps.get(4))).isEqualTo(!action.equals("none"));
      rm.verify();
    }
  }

  private static void apply(Remedy remedy, SchedulerConf conf, SchedulerRm rm, List<RMApp> apps)
      throws Exception {
    String value = Objects.requireNonNull(remedy.value());
    if (remedy.action() == Remedy.Action.SET_KEY) {
      rm.scheduler()
          .reinitialize(conf.copy().yarn(remedy.subject(), value).build(), rm.rm.getRMContext());
      return;
    }
    assertThat(value).isEqualTo("memory-mb=200,vcores=2");
    for (int i = 0; i < 2; i++) {
      rm.rm.killApp(apps.get(i).getApplicationId());
      rm.rm.waitForAppRemovedFromScheduler(apps.get(i).getApplicationId());
    }
  }

  /** A cluster of ten vcores is full; one becomes free, for which two applications of a wait. */
  @ParameterizedTest
  @ValueSource(strings = {"fair", "fifo", "fair, left alone", "fifo, left alone"})
  void priorityMakesItTheNext(String how) throws Exception {
    String order = how.substring(0, 4);
    SchedulerConf conf = queues().set("root.a.ordering-policy", order);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      MockNM node = rm.node("n1", resource(1000, 10));
      MockAM filler = rm.launch(rm.submit("root.b"), node);
      List<Container> filling = rm.obtain(filler, node, task(), 2);
      RMApp first = rm.submit("root.a");
      MockAM firstMaster = rm.launch(first, node);
      rm.obtain(firstMaster, node, task(), 3);
      RMApp second = rm.submit("root.a");
      MockAM secondMaster = rm.launch(second, node);
      rm.obtain(secondMaster, node, task(), 2);
      rm.ask(firstMaster, anywhere(task(), 3, 1));
      rm.ask(secondMaster, anywhere(task(), 3, 1));
      heartbeats(rm, node);
      RMApp waiting = order.equals("fair") ? first : second;
      Finding turn = turn(explain(rm, waiting));
      Remedy remedy = turn.remedies().get(0);
      assertThat(remedy.action()).as(turn.toString()).isEqualTo(Remedy.Action.SET_PRIORITY);
      boolean isLeft = how.endsWith("alone");
      if (!isLeft) {
        rm.updatePriority(
            waiting.getApplicationId(),
            Integer.parseInt(Objects.requireNonNull(remedy.value())),
            UserGroupInformation.getCurrentUser());
      }
      Resource before = rm.held(waiting.getApplicationId());
      filler.allocate(List.of(), List.of(filling.get(0).getId()));
      heartbeats(rm, node);
      assertThat(rm.held(waiting.getApplicationId()))
          .isEqualTo(isLeft ? before : Resources.add(before, task()));
      rm.verify();
    }
  }

  private static Finding turn(Explanation explanation) {
    return explanation.requests().stream()
        .map(RequestExplanation::findings)
        .flatMap(List::stream)
        .filter(finding -> finding.kind() == Finding.Kind.TURN)
        .findFirst()
        .orElseThrow(() -> new AssertionError(explanation.toString()));
  }

  @Test
  void diagnosticsNameTheLimitWhileItKeepsTheApplication() throws Exception {
    SchedulerConf conf = queues().set("root.a.maximum-capacity", 30);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      long[] now = {1_000_000};
      rm.scheduler().setClock(() -> now[0]);
      MockNM node = rm.node("n1", resource(1000, 10));
      RMApp app = rm.submit("root.a");
      MockAM master = rm.launch(app, node);
      rm.obtain(master, node, task(), 2);
      rm.ask(master, anywhere(task(), 1, 1));
      heartbeats(rm, node);
      now[0] += 1000;
      heartbeats(rm, node);
      assertThat(app.getCurrentAppAttempt().getDiagnostics())
          .contains("Queue root.a holds 300 of at most 300 memory-mb and 3 of at most 3 vcores")
          .contains("Set yarn.scheduler.capacity.root.a.maximum-capacity to ");
      rm.ask(master, anywhere(task(), 0, 1));
      heartbeats(rm, node);
      now[0] += 1000;
      heartbeats(rm, node);
      assertThat(app.getCurrentAppAttempt().getDiagnostics()).doesNotContain("at most");
      rm.verify();
    }
  }

  /** Owners read who is ahead with which share, and not keys of the rule. */
  @Test
  void diagnosticsSayTurnsInSharesAndApplicationsAhead() {
    try (SchedulerFixture cluster = new SchedulerFixture(queues())) {
      cluster.addNode("n1", resource(1000, 10));
      List<SchedulerTestApp> apps = new ArrayList<>();
      for (int running : new int[] {6, 1, 1}) {
        SchedulerTestApp app = cluster.submit("root.a");
        app.ask(task(), running);
        cluster.rounds(2);
        apps.add(app);
      }
      cluster.submit("root.b").ask(task(), 2);
      cluster.rounds(2);
      apps.forEach(app -> app.ask(task(), 2));
      cluster.rounds(1);
      Explanation explanation =
          Objects.requireNonNull(
              cluster.scheduler.readings().newExplainer().explain(apps.get(0).id(), id -> true));
      assertThat(DiagnosticText.of(explanation, 0))
          .contains(
              "2 applications of queue root.a are ahead: the first holds 10.0 %, this one 60.0 %")
          .contains("Give " + apps.get(0).id() + " priority ")
          .doesNotContain("key");
      cluster.verify();
    }
  }

  private static SchedulerConf explainedAtOnceOnly() {
    return queues().option("diagnostics.cpu-percent", 0);
  }

  /** Fails if diagnostics named limits alone, or went on to say what is over. */
  @Test
  void diagnosticsSayWhatElseKeepsTheApplicationWhileItDoes() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(explainedAtOnceOnly())) {
      long[] now = {1_000_000};
      rm.scheduler().setClock(() -> now[0]);
      MockNM node = rm.node("n1", resource(1000, 10));
      MockAM filler = rm.launch(rm.submit("root.b"), node);
      List<Container> filling = rm.obtain(filler, node, task(), 8);
      RMApp app = rm.submit("root.a");
      MockAM master = rm.launch(app, node);
      rm.ask(master, anywhere(task(), 1, 1));
      heartbeats(rm, node);
      assertThat(app.getCurrentAppAttempt().getDiagnostics()).isEmpty();
      rm.scheduler().readings().explainInDiagnostics();
      assertThat(app.getCurrentAppAttempt().getDiagnostics())
          .startsWith("As of 2")
          .contains("1 of 1 node can hold a container of <memory:100, vCores:1>, none has")
          .contains("It has room when containers of");
      now[0] += 1000;
      heartbeats(rm, node);
      assertThat(app.getCurrentAppAttempt().getDiagnostics()).startsWith("As of 2");
      filler.allocate(List.of(), List.of(filling.get(0).getId()));
      heartbeats(rm, node);
      now[0] += 1000;
      heartbeats(rm, node);
      assertThat(app.getCurrentAppAttempt().getDiagnostics()).isEmpty();
      rm.verify();
    }
  }

  @Test
  void diagnosticsSayWhatKeepsAMaster() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(explainedAtOnceOnly())) {
      MockNM node = rm.node("n1", resource(1000, 10));
      MockAM filler = rm.launch(rm.submit("root.b"), node);
      List<Container> filling = rm.obtain(filler, node, task(), 9);
      RMApp app = rm.submit("root.a");
      heartbeats(rm, node);
      rm.scheduler().readings().explainInDiagnostics();
      assertThat(app.getCurrentAppAttempt().getDiagnostics())
          .contains("waiting for resources to be assigned for AM", "1 of 1 node can hold");
      filler.allocate(List.of(), List.of(filling.get(0).getId()));
      heartbeats(rm, node);
      assertThat(isStarted(rm, app)).isTrue();
      rm.scheduler().readings().explainInDiagnostics();
      assertThat(app.getCurrentAppAttempt().getDiagnostics()).doesNotContain("can hold");
      rm.verify();
    }
  }

  /** Fails if the end of an application were explained by what it waited for. */
  @Test
  void anApplicationThatHasEndedWaitsForNothing() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(explainedAtOnceOnly())) {
      MockNM node = rm.node("n1", resource(1000, 10));
      RMApp app = rm.submit("root.a");
      MockAM master = rm.launch(app, node);
      rm.ask(master, anywhere(task(), 20, 1));
      heartbeats(rm, node);
      rm.scheduler().readings().explainInDiagnostics();
      assertThat(app.getCurrentAppAttempt().getDiagnostics()).contains("can hold");
      MockRM.finishAMAndVerifyAppState(app, rm.rm, node, master);
      rm.rm.waitForAppRemovedFromScheduler(app.getApplicationId());
      assertThat(app.getDiagnostics().toString()).doesNotContain("can hold");
      rm.verify();
    }
  }

  @Test
  void queueSaysWhyItsMastersWait() throws Exception {
    SchedulerConf conf = queues().set("maximum-am-resource-percent", 0.3);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      MockNM node = rm.node("n1", resource(1000, 10));
      for (int i = 0; i < 5; i++) {
        rm.submit("root.a");
      }
      heartbeats(rm, node);
      assertThat(
              Objects.requireNonNull(
                      rm.scheduler().readings().newExplainer().explainQueue("root.a", id -> true))
                  .findings())
          .extracting(Finding::kind)
          .containsExactly(Finding.Kind.AM_LIMIT);
    }
  }
}
