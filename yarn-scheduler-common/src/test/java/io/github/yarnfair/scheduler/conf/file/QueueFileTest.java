// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.file;

import static io.github.yarnfair.scheduler.conf.file.Keys.load;
import static io.github.yarnfair.scheduler.conf.file.Keys.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.conf.ParallelSettings;
import io.github.yarnfair.scheduler.conf.SchedulerSettings;
import io.github.yarnfair.scheduler.conf.capacity.QueueLimit;
import io.github.yarnfair.scheduler.conf.capacity.QueueWeight;
import io.github.yarnfair.scheduler.conf.capacity.ResourceAmount;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.conf.queue.PriorityAcl;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read from files that are accepted. */
class QueueFileTest {
  private static final ParallelSettings UNLIMITED =
      new ParallelSettings(false, ParallelSettings.UNLIMITED, Map.of());

  private static final Resource TOTAL = Resource.newInstance(1000, 10);

  @Test
  void treeOfQueues() throws Exception {
    QueueFile file =
        load(
            "root.queues",
            "a, b",
            "root.a.capacity",
            "4w",
            "root.b.capacity",
            "1w",
            "root.a.queues",
            "x,y",
            "root.a.x.capacity",
            "30",
            "root.a.y.capacity",
            "50",
            "root.a.maximum-capacity",
            "60",
            "root.a.x.maximum-capacity",
            "[memory=500]");

    assertThat(file.root().subtree().map(QueueSpec::path))
        .containsExactly("root", "root.a", "root.a.x", "root.a.y", "root.b");
    assertThat(file.root().subtree().map(QueueSpec::name))
        .containsExactly("root", "a", "x", "y", "b");
    assertThat(file.root().subtree().filter(QueueSpec::isLeaf).map(QueueSpec::path))
        .containsExactly("root.a.x", "root.a.y", "root.b");
    assertThat(file.root().subtree().map(queue -> queue.weight().resolve(TOTAL)))
        .containsExactly(1.0, 4.0, 30.0, 50.0, 1.0);
    assertThat(queue(file, "root.a").limits().maximum()).isEqualTo(new QueueLimit.Percentage(60));
    assertThat(queue(file, "root.a.x").limits().maximum())
        .isEqualTo(new QueueLimit.Absolute(List.of(new ResourceAmount("memory-mb", 500))));
    assertThat(queue(file, "root.b").limits().maximum()).isEqualTo(QueueLimit.UNLIMITED);
    assertThat(file.ignoredKeys()).isEmpty();
    assertThat(file.warnings()).isEmpty();
  }

  @Test
  void sameNameUnderTwoParents() throws Exception {
    QueueFile file =
        load(
            "root.queues",
            "a,b",
            "root.a.queues",
            "x",
            "root.b.queues",
            "x",
            "root.b.x.state",
            "STOPPED");
    assertThat(queue(file, "root.a.x").state()).isEqualTo(QueueState.RUNNING);
    assertThat(queue(file, "root.b.x").state()).isEqualTo(QueueState.STOPPED);
  }

  @Test
  void queuesNamedLikeProperties() throws Exception {
    QueueFile file =
        load(
            "root.queues",
            "capacity,queues,state",
            "root.capacity.capacity",
            "3",
            "root.queues.capacity",
            "5",
            "root.queues.queues",
            "weight",
            "root.state.capacity",
            "7",
            "root.state.state",
            "STOPPED");
    assertThat(file.root().subtree().map(QueueSpec::path))
        .containsExactly(
            "root", "root.capacity", "root.queues", "root.queues.weight", "root.state");
    assertThat(queue(file, "root.capacity").weight()).isEqualTo(new QueueWeight.Percentage(3));
    assertThat(queue(file, "root.state").state()).isEqualTo(QueueState.STOPPED);
    assertThat(file.warnings()).isEmpty();
  }

  @Test
  void namesWithoutPartBetweenCommasAreSkippedAsHadoopDoes() throws Exception {
    assertThat(load("root.queues", "a,,b,").root().children())
        .extracting(QueueSpec::name)
        .containsExactly("a", "b");
  }

  @Test
  void siblingsWithoutCapacityAreEqual() throws Exception {
    QueueFile file = load("root.queues", "a,b,c");
    assertThat(file.root().children())
        .extracting(QueueSpec::weight)
        .containsOnly(QueueWeight.EQUAL);
    assertThat(file.warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"4w", "40", "'[memory=500]'"})
  void childWithoutCapacityBesideOthersGetsLeftovers(String sibling) throws Exception {
    QueueFile file =
        load("root.queues", "a,b,c", "root.a.capacity", sibling, "root.c.capacity", "0");
    assertThat(queue(file, "root.a").weight().isZero()).isFalse();
    assertThat(queue(file, "root.b").weight().resolve(TOTAL)).isEqualTo(QueueWeight.LEFTOVERS);
    assertThat(queue(file, "root.c").weight().resolve(TOTAL)).isEqualTo(QueueWeight.LEFTOVERS);
    assertThat(file.warnings())
        .singleElement()
        .satisfies(
            warning -> {
              assertThat(warning.key()).isEqualTo("yarn.scheduler.capacity.root.b.capacity");
              assertThat(warning.message())
                  .isEqualTo(
                      "capacity-scheduler.xml: yarn.scheduler.capacity.root.b.capacity is not set:"
                          + " siblings have a capacity, so this queue gets what they leave");
            });
  }

  @Test
  void percentagesNeedNotAddUp() throws Exception {
    QueueFile file = load("root.queues", "a,b", "root.a.capacity", "10", "root.b.capacity", "20");
    assertThat(file.root().children())
        .extracting(queue -> queue.weight().resolve(TOTAL))
        .containsExactly(10.0, 20.0);
  }

  @ParameterizedTest
  @CsvSource({
    ",,RUNNING,RUNNING",
    "STOPPED,,STOPPED,STOPPED",
    "stopped,Stopped,STOPPED,STOPPED",
    "RUNNING,STOPPED,RUNNING,STOPPED",
    ",' running ',RUNNING,RUNNING",
  })
  void states(String parent, String child, QueueState parentState, QueueState childState)
      throws Exception {
    var conf = Keys.conf("root.queues", "a", "root.a.queues", "x");
    if (parent != null) {
      Keys.add(conf, Keys.FILE, "root.a.state", parent);
    }
    if (child != null) {
      Keys.add(conf, Keys.FILE, "root.a.x.state", child);
    }
    QueueFile file = QueueFile.load(conf, Keys.FILE);
    assertThat(queue(file, "root.a").state()).isEqualTo(parentState);
    assertThat(queue(file, "root.a.x").state()).isEqualTo(childState);
  }

  @Test
  void accessControl() throws Exception {
    QueueFile file =
        load(
            "root.queues",
            "a,b,c",
            "root.a.acl_submit_applications",
            "alice,bob staff",
            "root.a.acl_administer_queue",
            "*",
            "root.b.acl_submit_applications",
            " ");
    UserGroupInformation alice = UserGroupInformation.createRemoteUser("alice");
    UserGroupInformation carol =
        UserGroupInformation.createUserForTesting("carol", new String[] {"staff"});
    UserGroupInformation dave = UserGroupInformation.createRemoteUser("dave");

    QueueSpec a = queue(file, "root.a");
    assertThat(a.access().of(QueueACL.SUBMIT_APPLICATIONS).isUserAllowed(alice)).isTrue();
    assertThat(a.access().of(QueueACL.SUBMIT_APPLICATIONS).isUserAllowed(carol)).isTrue();
    assertThat(a.access().of(QueueACL.SUBMIT_APPLICATIONS).isUserAllowed(dave)).isFalse();
    assertThat(a.access().of(QueueACL.ADMINISTER_QUEUE).isAllAllowed()).isTrue();
    for (QueueACL operation : QueueACL.values()) {
      assertThat(file.root().access().of(operation).isAllAllowed()).isTrue();
      assertThat(queue(file, "root.b").access().of(operation).isUserAllowed(alice)).isFalse();
      assertThat(queue(file, "root.c").access().of(operation).isUserAllowed(alice)).isFalse();
    }
  }

  @Test
  void rootCanBeClosed() throws Exception {
    QueueFile file = load("root.queues", "a", "root.acl_submit_applications", " ");
    assertThat(file.root().access().submit().isAllAllowed()).isFalse();
    assertThat(file.root().access().administer().isAllAllowed()).isTrue();
  }

  @Test
  void priorityAccessControl() throws Exception {
    QueueFile file =
        load(
            "root.queues",
            "a,b",
            "root.a.acl_application_max_priority",
            "[user=alice,bob group=staff max_priority=7 default_priority=2] [group=x max_priority=3 default_priority=-1]",
            "root.b.acl_application_max_priority",
            "*");
    assertThat(queue(file, "root.b").access().priorities()).isEmpty();
    List<PriorityAcl> acls = queue(file, "root.a").access().priorities();
    assertThat(acls).extracting(PriorityAcl::maximum).containsExactly(3, 7);
    assertThat(acls).extracting(PriorityAcl::byDefault).containsExactly(0, 2);
    UserGroupInformation alice = UserGroupInformation.createRemoteUser("alice");
    UserGroupInformation member =
        UserGroupInformation.createUserForTesting("erin", new String[] {"x"});
    assertThat(acls)
        .extracting(acl -> acl.users().isUserAllowed(alice))
        .containsExactly(false, true);
    assertThat(acls)
        .extracting(acl -> acl.users().isUserAllowed(member))
        .containsExactly(true, false);
  }

  @Test
  void limitsOnApplicationsAndPriorities() throws Exception {
    QueueFile file =
        load(
            "root.queues",
            "a,b",
            "root.a.maximum-applications",
            "5",
            "root.a.default-application-priority",
            "9");
    assertThat(queue(file, "root.a").limits().applications().most(0.5)).isEqualTo(5);
    assertThat(queue(file, "root.b").limits().applications().most(0.5)).isEqualTo(5000);
    assertThat(queue(file, "root.a").values().get(QueueKeys.DEFAULT_PRIORITY)).isEqualTo(9);
    assertThat(queue(file, "root.b").values().get(QueueKeys.DEFAULT_PRIORITY)).isZero();

    QueueFile global =
        load(
            "root.queues",
            "a,b",
            "root.a.maximum-applications",
            "5",
            "global-queue-max-application",
            "8");
    assertThat(global.root().children())
        .extracting(queue -> queue.limits().applications().most(0.5))
        .containsExactly(5, 8);
  }

  @Test
  void settings() throws Exception {
    assertThat(load("root.queues", "a").settings())
        .isEqualTo(new SchedulerSettings(10_000, 40, -1, true, 100, 300, UNLIMITED));
    assertThat(
            load(
                    "root.queues",
                    "a",
                    "maximum-applications",
                    "1",
                    "node-locality-delay",
                    "2",
                    "rack-locality-additional-delay",
                    "3",
                    "per-node-heartbeat.multiple-assignments-enabled",
                    "false",
                    "per-node-heartbeat.maximum-container-assignments",
                    "4",
                    "auto-queue-creation-v2.queue-expiration-time",
                    "5")
                .settings())
        .isEqualTo(new SchedulerSettings(1, 2, 3, false, 4, 5, UNLIMITED));
  }
}
