// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.file;

import static io.github.yarnfair.scheduler.conf.file.Keys.load;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.conf.KeyNotice;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which keys are named in the log, and which are not. */
class KeyAuditTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "root.accessible-node-labels|root may use each label",
        "root.accessible-node-labels.X.maximum-capacity|root always has the whole partition",
        "root.a.ordering-policy.fair.enable-size-based-weight|what an application asks for",
        "ordering-policy.priority-utilization.underutilized-preemption.enabled|siblings are",
        "root.a.priority|siblings are served by their shares, and none waits",
        "root.a.auto-create-child-queue.management-policy|the share of a created queue follows",
        "root.a.leaf-queue-template.capacity|no queues are created below root.a",
        "root.a.auto-queue-creation-v2.template.capacity|no queues are created below root.a",
        "root.*.auto-queue-creation-v2.leaf-template.capacity|no queues are created",
        "root.a.reservable|the reservation system is not supported",
        "root.capacity|root always has the whole cluster",
        "resource-calculator|resources are always compared as DominantResourceCalculator does",
        "schedule-asynchronously.enable|containers are assigned when a node sends a heartbeat",
        "multi-node-sorting.policy.default.class|nodes are not sorted",
      })
  void keysThatOnlyCapacitySchedulerActsOn(String key, String why) throws Exception {
    QueueFile file = load("root.queues", "a", key, "1");
    assertThat(file.warnings()).isEmpty();
    assertThat(file.ignoredKeys())
        .singleElement()
        .satisfies(
            notice -> {
              assertThat(notice.key()).isEqualTo("yarn.scheduler.capacity." + key);
              assertThat(notice.message())
                  .startsWith(
                      "capacity-scheduler.xml: yarn.scheduler.capacity."
                          + key
                          + " = \"1\" has no effect: "
                          + why);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "root.a.maximum-capaticy|no such key is known; is maximum-capacity meant?",
        "root.a.acl_submit_application|no such key is known; is acl_submit_applications meant?",
        "root.queue|no such key is known; is queues meant?",
        "root.a.colour|no such key is known",
        "root.a.accessible-node-labels.X.capaticy|no such key is known",
        "root|no such key is known",
        "node-locality-dely|no such key is known; is node-locality-delay meant?",
        "colour|no such key is known",
      })
  void unknownKeys(String key, String what) throws Exception {
    QueueFile file = load("root.queues", "a", key, "1");
    assertThat(file.ignoredKeys()).isEmpty();
    assertThat(file.warnings())
        .singleElement()
        .satisfies(
            notice ->
                assertThat(notice.message())
                    .isEqualTo(
                        "capacity-scheduler.xml: yarn.scheduler.capacity."
                            + key
                            + " = \"1\": "
                            + what));
  }

  /** Fails if an option in the wrong file were left out without a word. */
  @Test
  void optionsOfTheSchedulerInTheQueueFile() throws Exception {
    Configuration conf = Keys.conf("root.queues", "a");
    conf.set("yarn.scheduler.hdrf.rest-type", "capacityScheduler", Keys.FILE);
    conf.set("yarn.scheduler.hdrf.history.interval-ms", "0", "yarn-site.xml");
    assertThat(QueueFile.load(conf, Keys.FILE).ignoredKeys())
        .singleElement()
        .satisfies(
            notice ->
                assertThat(notice.message())
                    .isEqualTo(
                        "capacity-scheduler.xml: yarn.scheduler.hdrf.rest-type ="
                            + " \"capacityScheduler\" has no effect: the scheduler's own options are"
                            + " read from yarn-site.xml"));
  }

  /** CapacityScheduler does not look at them, and starts. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "root.q.capacity|a queue that is listed, but <root.queues> does not name q"
            + "; it has no effect; is root.a meant?",
        "root.production.capacity|a queue that is listed, but <root.queues> does not name"
            + " production; it has no effect; the nearest queue is root",
        "root.production.deep.er.queues|a queue that is listed, but <root.queues> does not name"
            + " production.deep.er; it has no effect; the nearest queue is root",
        "root.b.researchers.user-limit-factor|a queue that is listed, but <root.b.queues> does not"
            + " name researchers; it has no effect; the nearest queue is root.b",
        "root.x.capacity|a queue that is listed, but <root.queues> does not name x"
            + "; it has no effect; is root.a meant?",
        "root.production.accessible-node-labels.X.capacity|a queue that is listed, but"
            + " <root.queues> does not name production; it has no effect; the nearest queue is root",
        "root.a.child.capacity|no key below root.a: it is a leaf queue, as <root.a.queues> names no"
            + " children; it has no effect; the nearest queue is root.a",
        "a.minimum-user-limit-percent|a queue path that begins with root; it has no effect"
            + "; is root.a meant?",
        "b.x.capacity|a queue path that begins with root; it has no effect; is root.b.x meant?",
        "production.capacity|a queue path that begins with root; it has no effect"
            + "; the nearest queue is root",
        "rot.a.capacity|a queue path that begins with root; it has no effect"
            + "; the nearest queue is root",
        "root..capacity|a key without an empty part between dots; it has no effect",
        "root.b..x.capacity|a key without an empty part between dots; it has no effect",
        "root.a.|a key without an empty part between dots; it has no effect",
      })
  void keysOfQueuesThatAreNotThere(String key, String what) throws Exception {
    QueueFile file = load("root.queues", "a,b", "root.b.queues", "x", key, "40");
    assertThat(file.ignoredKeys()).isEmpty();
    assertThat(file.root().subtree().map(QueueSpec::path))
        .containsExactly("root", "root.a", "root.b", "root.b.x");
    assertThat(file.warnings())
        .singleElement()
        .satisfies(
            notice ->
                assertThat(notice.message())
                    .isEqualTo(
                        "capacity-scheduler.xml: yarn.scheduler.capacity.%s = \"40\": expected %s"
                            .formatted(
                                key, what.replaceAll("<(.*?)>", "yarn.scheduler.capacity.$1"))));
  }

  @Test
  void booleansThatAreNeitherAreTheDefault() throws Exception {
    QueueFile file =
        load("root.queues", "a", "per-node-heartbeat.multiple-assignments-enabled", "yes");
    assertThat(file.settings().multipleAssignmentsEnabled()).isTrue();
    assertThat(file.warnings())
        .extracting(KeyNotice::message)
        .containsExactly(
            "capacity-scheduler.xml:"
                + " yarn.scheduler.capacity.per-node-heartbeat.multiple-assignments-enabled ="
                + " \"yes\": expected true or false; true applies, the default");
  }

  @Test
  void negativeDefaultPriorityIsKept() throws Exception {
    QueueFile file = load("root.queues", "a", "root.a.default-application-priority", "-2");
    assertThat(Keys.queue(file, "root.a").values().get(QueueKeys.DEFAULT_PRIORITY)).isEqualTo(-2);
    assertThat(file.warnings())
        .extracting(KeyNotice::message)
        .containsExactly(
            "capacity-scheduler.xml: yarn.scheduler.capacity.root.a.default-application-priority ="
                + " \"-2\": expected a whole number from 0 up; -2 applies: masters start after"
                + " others', and shares are those of priority 0");
  }

  @Test
  void everyVocabularyWordIsActedOnOrIgnoredNotBoth() {
    for (Vocabulary vocabulary : new Vocabulary[] {Vocabulary.QUEUE, Vocabulary.GLOBAL}) {
      for (String word : vocabulary.names()) {
        assertThat(vocabulary.actedOn().contains(word))
            .as(word)
            .isNotEqualTo(vocabulary.whyIgnored(word) != null);
      }
    }
  }

  @Test
  void preemptionByTheResourceManagerIsNamedUnlessDefault() throws Exception {
    Configuration conf = new YarnConfiguration();
    Keys.add(conf, Keys.FILE, "root.queues", "a");
    assertThat(QueueFile.load(conf, Keys.FILE).ignoredKeys()).isEmpty();

    String preemption =
        "yarn.resourcemanager.monitor.capacity.preemption.select_based_on_reserved_containers";
    conf.set(preemption, "true", "yarn-site.xml");
    assertThat(QueueFile.load(conf, Keys.FILE).ignoredKeys())
        .extracting(KeyNotice::message)
        .containsExactly(
            "yarn-site.xml: "
                + preemption
                + " = \"true\" has no effect: shares alone say what is preempted");
  }

  @Test
  void keysOfAQueueThatIsBeingRemovedAreIgnored() throws Exception {
    QueueFile file =
        load("root.queues", "a", "root.old.state", "STOPPED", "root.old.capacity", "30");
    assertThat(file.ignoredKeys())
        .extracting(KeyNotice::message)
        .allMatch(
            text ->
                text.endsWith(
                    "root.old is stopped and no longer listed in"
                        + " yarn.scheduler.capacity.root.queues"))
        .hasSize(2);
  }

  @Test
  void leftoversOfAListThatAProgramReplacedAreWarnedOf() throws Exception {
    Configuration conf =
        Keys.conf(
            "root.queues",
            "default",
            "root.default.capacity",
            "100",
            "root.default.deep.capacity",
            "1w");
    conf.set("yarn.scheduler.capacity.root.queues", "mine");
    QueueFile file = QueueFile.load(conf, Keys.FILE);
    assertThat(file.root().children()).extracting(QueueSpec::name).containsExactly("mine");
    assertThat(file.warnings())
        .extracting(KeyNotice::message)
        .containsExactly(
            "capacity-scheduler.xml: yarn.scheduler.capacity.root.default.capacity = \"100\": there"
                + " is no queue root.default, because another file's list replaced the one it was in",
            "capacity-scheduler.xml: yarn.scheduler.capacity.root.default.deep.capacity = \"1w\":"
                + " there is no queue root.default.deep, because another file's list replaced the"
                + " one it was in");
  }
}
