// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Variables in a circle and trees without end are mistakes of the file, told like all others. */
class UnreadableFileTest {
  private static final int TOO_MANY = 3000;

  private static SchedulerConf conf() {
    return SchedulerConf.of(NaiveScheduler.class);
  }

  private SchedulerConf good() {
    return conf().queues("root", "a,b");
  }

  private SchedulerConf circle(String key) {
    return good()
        .yarn("yarn.scheduler.capacity." + key, "${one}")
        .yarn("one", "${other}")
        .yarn("other", "${one}");
  }

  private SchedulerConf chain(int levels) {
    SchedulerConf conf = good();
    String path = "root.a";
    for (int i = 2; i < levels; i++) {
      conf.queues(path, "q");
      path += ".q";
    }
    return conf;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "root.queues",
        "root.a.capacity",
        "root.a.maximum-capacity",
        "root.a.maximum-applications",
        "root.a.state",
        "root.a.user-limit-factor",
        "root.a.no-such-key",
        "maximum-am-resource-percent",
        "queue-mappings",
        "node-locality-delay"
      })
  void variablesInACircleAreNamedAtStartAndAtRefresh(String key) {
    assertRefused(circle(key), "capacity." + key + " = \"${one}\": expected variables");
  }

  @Test
  void anOptionWithVariablesInACircleIsNamed() {
    SchedulerConf bad = good().option("node-headroom", "${a}").yarn("a", "${b}").yarn("b", "${a}");
    assertRefused(bad, "node-headroom = \"${a}\": expected variables");
  }

  @Test
  void treeOfTooManyLevelsIsNamedAtStartAndAtRefresh() {
    String path = "root.a" + ".q".repeat(98);
    assertRefused(
        chain(TOO_MANY),
        "yarn.scheduler.capacity." + path + ".queues = \"q\": expected at most 100 levels");
  }

  private void assertRefused(SchedulerConf bad, String named) {
    try (SchedulerErrors errors = new SchedulerErrors()) {
      assertThatThrownBy(() -> SchedulerFixture.resourceManager(bad, null, errors))
          .hasStackTraceContaining(named);
    }
    try (SchedulerFixture cluster = new SchedulerFixture(good())) {
      cluster.addNode("n1", resource(1000, 10));
      SchedulerTestApp app = cluster.submit("root.a");
      assertThatThrownBy(
              () -> cluster.scheduler.reinitialize(bad.build(), cluster.rm.getRMContext()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(named);
      app.ask(resource(10, 1), 2);
      cluster.rounds(2);
      assertThat(app.live()).as("the queues stay").isEqualTo(2);
      cluster.drainAndVerify("root");
    }
  }

  @Test
  void aHundredLevelsWork() {
    try (SchedulerFixture cluster = new SchedulerFixture(chain(100))) {
      cluster.addNode("n1", resource(1000, 10));
      SchedulerTestApp app = cluster.submit("root.a" + ".q".repeat(98));
      app.ask(resource(10, 1), 2);
      cluster.rounds(2);
      assertThat(app.live()).isEqualTo(2);
      cluster.drainAndVerify("root");
    }
  }

  @Test
  void submissionCreatesNoMoreLevels() throws Exception {
    SchedulerConf conf =
        good()
            .set("root.a.auto-queue-creation-v2.enabled", true)
            .set("root.a.auto-queue-creation-v2.maximum-queue-depth", TOO_MANY);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      assertThat(rm.errors.warnings())
          .anyMatch(text -> text.contains("expected a whole number from 1 to 100; 100 applies"));
      String deep = "root.a." + String.join(".", Collections.nCopies(TOO_MANY, "q"));
      assertThat(rm.refusal(deep)).contains("at most 100 level");
      String oneTooDeep = "root.a." + String.join(".", Collections.nCopies(99, "q"));
      assertThat(rm.refusal(oneTooDeep)).contains("at most 100 levels of queues");
      String deepest = "root.a." + String.join(".", Collections.nCopies(98, "q"));
      assertThat(rm.submit(deepest).getQueue()).isEqualTo(deepest);
      rm.verify();
    }
  }
}
