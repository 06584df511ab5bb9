// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.store;

import static io.github.yarnfair.scheduler.testing.StoredQueues.CAPACITY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.github.yarnfair.scheduler.conf.QueueFileException;
import io.github.yarnfair.scheduler.testing.QueueRequest;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.webapp.dao.SchedConfUpdateInfo;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which keys a request changes. */
class KeyChangesTest {
  private final Configuration stored = new Configuration(false);

  private void store(String key, String value) {
    stored.set(CAPACITY + key, value);
  }

  private Map<String, @Nullable String> changes(QueueRequest request) throws QueueFileException {
    return KeyChanges.of(stored, request.build(), "yarn.scheduler.hdrf.");
  }

  private void tree() {
    store("root.queues", "a, a_b");
    store("root.a.queues", "b,c");
    store("root.a.b.capacity", "1w");
    store("root.a.b.acl_submit_applications", "eve");
    store("root.a.c.capacity", "1w");
    store("root.a_b.capacity", "3w");
    store("root.a_b.c.capacity", "3w");
  }

  /** Hadoop's regular expression for root.a.b matches root.a_b, too. */
  @Test
  void removedQueueTakesItsOwnKeysAlone() throws Exception {
    tree();
    assertThat(changes(new QueueRequest().remove("root.a.b")))
        .containsOnly(
            entry(CAPACITY + "root.a.queues", "c"),
            entry(CAPACITY + "root.a.b.capacity", null),
            entry(CAPACITY + "root.a.b.acl_submit_applications", null));
  }

  @Test
  void removedParentTakesTheKeysOfQueuesBelow() throws Exception {
    tree();
    assertThat(changes(new QueueRequest().remove("root.a")))
        .containsOnlyKeys(
            CAPACITY + "root.queues",
            CAPACITY + "root.a.queues",
            CAPACITY + "root.a.b.capacity",
            CAPACITY + "root.a.b.acl_submit_applications",
            CAPACITY + "root.a.c.capacity");
  }

  @Test
  void lastQueueRemovedMakesTheParentALeafQueue() throws Exception {
    tree();
    store("root.a.ordering-policy", "priority-utilization");
    assertThat(changes(new QueueRequest().remove("root.a.b").remove("root.a.c")))
        .containsEntry(CAPACITY + "root.a.queues", null)
        .containsEntry(CAPACITY + "root.a.ordering-policy", null);
  }

  @Test
  void addedQueueIsListedLastWithItsKeys() throws Exception {
    tree();
    assertThat(changes(new QueueRequest().add("root.a.d", "capacity", "2w", "state", "")))
        .containsOnly(
            entry(CAPACITY + "root.a.queues", "b,c,d"),
            entry(CAPACITY + "root.a.d.capacity", "2w"),
            entry(CAPACITY + "root.a.d.state", null));
  }

  @Test
  void firstQueueAddedMakesALeafQueueAParent() throws Exception {
    tree();
    store("root.a_b.ordering-policy", "fair");
    assertThat(changes(new QueueRequest().add("root.a_b.x")))
        .containsOnly(
            entry(CAPACITY + "root.a_b.ordering-policy", null),
            entry(CAPACITY + "root.a_b.queues", "x"));
  }

  @Test
  void queuesOfSeveralLevelsAreAddedInAnyOrder() throws Exception {
    tree();
    assertThat(changes(new QueueRequest().add("root.p.x").add("root.p")))
        .containsEntry(CAPACITY + "root.queues", "a,a_b,p")
        .containsEntry(CAPACITY + "root.p.queues", "x");
  }

  @Test
  void emptyValuesRemoveKeys() throws Exception {
    tree();
    QueueRequest request =
        new QueueRequest()
            .update("root.a.b", "capacity", "", "state", "STOPPED")
            .update("root", "acl_administer_queue", "boss")
            .global(CAPACITY + "maximum-applications", "");
    assertThat(changes(request))
        .containsOnly(
            entry(CAPACITY + "root.a.b.capacity", null),
            entry(CAPACITY + "root.a.b.state", "STOPPED"),
            entry(CAPACITY + "root.acl_administer_queue", "boss"),
            entry(CAPACITY + "maximum-applications", null));
  }

  @Test
  void eachPartThatCannotBeAppliedIsNamed() {
    tree();
    QueueRequest request =
        new QueueRequest()
            .remove("root")
            .remove("root.nope")
            .remove("nodot")
            .add("root.a.b")
            .add("root.no.way", "capacity", "1w")
            .add("root.x,y")
            .update("root..a", "capacity", "1w")
            .update("root.gone", "capacity", "1w")
            .global("yarn.scheduler.hdrf.node-choice", "best-fit")
            .global(" ", "1");
    assertThatThrownBy(() -> changes(request))
        .isInstanceOf(QueueFileException.class)
        .extracting(e -> Arrays.asList(e.getMessage().split("\n")))
        .asInstanceOf(InstanceOfAssertFactories.list(String.class))
        .containsExactlyInAnyOrder(
            "remove-queue \"root\": expected a path below root without empty names, such as root.a",
            "remove-queue \"root.nope\": expected a queue that is listed",
            "remove-queue \"nodot\": expected a path below root without empty names, such as root.a",
            "add-queue \"root.a.b\": expected a queue that is not listed yet",
            "queue \"root.no.way\": expected a queue that is listed, or added by the same request",
            "queue \"root.x,y\": expected a queue that is listed, or added by the same request",
            "update-queue \"root..a\": expected a path below root without empty names, such as"
                + " root.a",
            "queue \"root.gone\": expected a queue that is listed, or added by the same request",
            "global-updates: yarn.scheduler.hdrf.node-choice = \"best-fit\": expected a key of the"
                + " queues; the options of the scheduler itself are read from yarn-site.xml at each"
                + " refresh",
            "global-updates: expected a key for each value");
  }

  @Test
  void aRequestWithNothingInItChangesNothing() throws Exception {
    tree();
    SchedConfUpdateInfo request = new SchedConfUpdateInfo();
    request.setGlobalParams(null);
    request.setRemoveQueueInfo(null);
    assertThat(KeyChanges.of(stored, request, "x.")).isEmpty();
  }

  @Test
  void noRequestIsRefused() {
    assertThatThrownBy(() -> KeyChanges.of(stored, null, "x."))
        .hasMessageContaining("expected sched-conf");
  }
}
