// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.conf.KeyNotice;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerErrors;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.security.Groups;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.placement.ApplicationPlacementContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairSchedulerConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.QueueManager;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the simulator's {@code convert} makes of an allocation file means here what the allocation
 * file means under FairScheduler, which is asked the same: queues, weights, caps, rights, and where
 * applications go. The simulator's {@code FairSchedulerFileTest} holds that {@code convert} makes
 * these very files.
 */
class ConvertedFileAgreementTest {
  private static final Path FILES = Path.of("..", "simulator", "src", "test", "resources", "fair");
  private static final Map<String, List<String>> GROUPS =
      new TreeMap<>(
          Map.of(
              "alice", List.of("staff", "dev"),
              "bob", List.of("dev", "staff"),
              "carol.x", List.of("staff.eu", "admins"),
              "dan", List.of("nobody"),
              "erin", List.of("staff"),
              "etl", List.of("operators")));

  /** What applications ask for; {@code default} stands for none. */
  private static final List<String> NAMES =
      List.of(
          "default",
          "root.dev",
          "dev",
          "teams.dev",
          "root.teams.dev",
          "bob",
          "root.science.physics",
          "science.biology_dot_lab",
          "shared.batch",
          "root.shared.more",
          "root.users.alice",
          "fresh",
          "root.fresh",
          "root.fresh.one",
          "fresh.two");

  private static final String REFUSED = "refused";
  private static final String AS_SUBMITTED = "as submitted";

  /** Caps of caps are whole: here amounts are rounded down at each level, there once. */
  private static final Resource CLUSTER = SchedulerConf.resource(320_000, 120, 20, 0);

  /** Not compared: FairScheduler adds the queues of default rules with their first application. */
  private static final List<String> ADDED =
      List.of("root.adhoc", "root.adhoc.small", "root.default");

  private final Map<String, String> expectedQueues = new TreeMap<>();
  private final Map<String, String> expectedCreated = new TreeMap<>();
  private final Map<String, String> expectedPlaces = new TreeMap<>();

  @BeforeEach
  void loadGroups() {
    Groups.getUserToGroupsMappingServiceWithLoadedConfiguration(
        conf(SchedulerConf.of(NaiveScheduler.class)).build());
  }

  @ParameterizedTest
  @ValueSource(strings = {"created", "departments", "groups", "limits", "plain", "users"})
  void convertedFileMeansTheSame(String name) throws Exception {
    askFairScheduler(FILES.resolve(name).resolve("fair-scheduler.xml"));
    SchedulerConf conf = conf(SchedulerConf.of(NaiveScheduler.class));
    Map<String, String> keys = keys(FILES.resolve(name).resolve("capacity-scheduler.xml"));
    keys.forEach(conf::yarn);
    QueueFile file = QueueFile.load(conf.build(), "capacity-scheduler.xml");
    assertQueues(file);
    assertCreated(file);
    assertThat(file.warnings()).isEmpty();
    assertThat(file.ignoredKeys().stream().map(KeyNotice::key).filter(keys::containsKey)).isEmpty();
    SchedulerErrors errors = new SchedulerErrors();
    MockRM rm = SchedulerFixture.resourceManager(conf, null, errors);
    rm.start();
    try {
      Map<String, String> places = new TreeMap<>();
      expectedPlaces.keySet().forEach(s -> places.put(s, place(rm, s)));
      assertThat(places).isEqualTo(expectedPlaces);
      assertThat(places).as("submissions that were compared").hasSizeGreaterThan(60);
    } finally {
      rm.stop();
      errors.close();
    }
  }

  private static SchedulerConf conf(SchedulerConf conf) {
    StringBuilder groups = new StringBuilder();
    GROUPS.forEach((user, of) -> groups.append(user + "=" + String.join(",", of) + ";"));
    return conf.yarn(CommonConfigurationKeys.HADOOP_USER_GROUP_STATIC_OVERRIDES, groups)
        .yarn(YarnConfiguration.YARN_ACL_ENABLE, true);
  }

  /** The keys of a file, with blanks and all. */
  private static Map<String, String> keys(Path file) {
    Configuration conf = new Configuration(false);
    conf.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
    Map<String, String> keys = new TreeMap<>();
    conf.forEach(entry -> keys.put(entry.getKey(), entry.getValue()));
    assertThat(keys).as(file.toString()).isNotEmpty();
    return keys;
  }

  private void askFairScheduler(Path file) {
    SchedulerErrors errors = new SchedulerErrors();
    SchedulerConf conf =
        conf(SchedulerConf.of(FairScheduler.class))
            .yarn(FairSchedulerConfiguration.ALLOCATION_FILE, file.toAbsolutePath());
    MockRM rm = SchedulerFixture.resourceManager(conf, null, errors);
    rm.start();
    try {
      QueueManager queues = ((FairScheduler) rm.getResourceScheduler()).getQueueManager();
      for (FSQueue queue : queues.getQueues()) {
        expectedQueues.put(queue.getName(), describe(queue) + access(queue));
      }
      for (String user : GROUPS.keySet()) {
        for (String name : NAMES) {
          String submission = user + " to " + name;
          String place = place(rm, submission);
          if (place.equals(REFUSED) || place.equals(AS_SUBMITTED)) {
            // FairScheduler refuses applications that no rule places.
            expectedPlaces.put(submission, REFUSED);
          } else if (runs(queues, place)) {
            expectedPlaces.put(submission, place);
          }
        }
      }
      for (String place : expectedPlaces.values()) {
        // None is created below one that was a leaf queue a moment ago.
        FSQueue queue = place.equals(REFUSED) ? null : queues.getLeafQueue(place, true);
        if (queue != null && !expectedQueues.containsKey(place) && !ADDED.contains(place)) {
          expectedCreated.put(place, describe(queue));
        }
      }
    } finally {
      rm.stop();
      errors.close();
    }
  }

  /** Not in a parent queue, nor below a leaf queue: there another rule may apply here. */
  private static boolean runs(QueueManager queues, String place) {
    FSQueue queue = queues.getQueue(place);
    int end = place.length();
    while (queue == null && end >= 0) {
      end = place.lastIndexOf('.', end - 1);
      queue = queues.getQueue(place.substring(0, end));
    }
    return queue instanceof FSLeafQueue == (end == place.length());
  }

  private static String place(MockRM rm, String submission) {
    String[] parts = submission.split(" to ", -1);
    ApplicationSubmissionContext context =
        ApplicationSubmissionContext.newInstance(
            ApplicationId.newInstance(1, 1), "job", parts[1], null, null, false, false, 1, null);
    try {
      ApplicationPlacementContext placement =
          rm.getRMContext().getQueuePlacementManager().placeApplication(context, parts[0]);
      return placement == null ? AS_SUBMITTED : placement.getFullQueuePath();
    } catch (YarnException e) {
      return REFUSED;
    }
  }

  private void assertQueues(QueueFile file) {
    Map<String, String> queues = new TreeMap<>();
    describe(file.root(), CLUSTER, List.of(), queues);
    ADDED.forEach(queues::remove);
    // A reservable queue is a parent queue there; reservations are not supported here.
    queues.replaceAll((path, text) -> path.equals("root.planned") ? "" : text);
    expectedQueues.replaceAll((path, text) -> path.equals("root.planned") ? "" : text);
    assertThat(queues).isEqualTo(expectedQueues);
  }

  private static String describe(FSQueue queue) {
    Resource cap = CLUSTER;
    for (FSQueue q = queue; q != null; q = q.getParent()) {
      Resource own =
          Resources.componentwiseMax(q.getRawMaxShare().getResource(CLUSTER), q.getMinShare());
      cap = Resources.componentwiseMin(cap, own);
    }
    boolean isLeaf = queue instanceof FSLeafQueue;
    double masters = queue.getMaxAMShare() == -1 ? 1 : queue.getMaxAMShare();
    return text(isLeaf, queue.getWeight(), masters, cap, queue.isPreemptable());
  }

  private static String access(FSQueue queue) {
    return access(user -> queue.hasAccess(QueueACL.SUBMIT_APPLICATIONS, user))
        + access(user -> queue.hasAccess(QueueACL.ADMINISTER_QUEUE, user));
  }

  private static void describe(
      QueueSpec queue, Resource parentCap, List<QueueSpec> above, Map<String, String> into) {
    List<QueueSpec> path = Stream.concat(above.stream(), Stream.of(queue)).toList();
    into.put(
        queue.path(),
        describe(queue, parentCap)
            + access(user -> path.stream().anyMatch(q -> q.access().submit().isUserAllowed(user)))
            + access(
                user -> path.stream().anyMatch(q -> q.access().administer().isUserAllowed(user))));
    Resource cap = queue.limits().maximum().resolve(parentCap);
    queue.children().forEach(child -> describe(child, cap, path, into));
  }

  private static String describe(QueueSpec queue, Resource parentCap) {
    double weight = queue.weight().isZero() ? 0 : queue.weight().resolve(CLUSTER);
    return text(
        queue.isLeaf(),
        weight,
        queue.maximumMasterShare(),
        queue.limits().maximum().resolve(parentCap),
        queue.isPreemptable());
  }

  /** The queues that are created when applications are placed. */
  private void assertCreated(QueueFile file) throws YarnException {
    for (Map.Entry<String, String> expected : expectedCreated.entrySet()) {
      String path = expected.getKey();
      List<QueueSpec> created = file.names().missing(path);
      Resource cap = CLUSTER;
      for (QueueSpec above : List.of(file.root(), file.names().nearest(path))) {
        cap = above.limits().maximum().resolve(cap);
      }
      for (QueueSpec parent : created.subList(0, created.size() - 1)) {
        cap = parent.limits().maximum().resolve(cap);
      }
      assertThat(describe(created.get(created.size() - 1), cap))
          .as(path)
          .isEqualTo(expected.getValue());
    }
  }

  private static String text(
      boolean isLeaf, double weight, double masters, Resource cap, boolean isPreemptable) {
    return String.format(
        Locale.ROOT,
        "%s, weight %.3f, masters %s, at most %d MB, %d vcores, %d GPUs, %s",
        isLeaf ? "leaf" : "parent",
        weight,
        isLeaf ? String.format(Locale.ROOT, "%.3f", masters) : "none",
        cap.getMemorySize(),
        cap.getVirtualCores(),
        cap.getResourceValue(SchedulerConf.GPU),
        isPreemptable ? "preemptable" : "not preemptable");
  }

  private static String access(Predicate<UserGroupInformation> has) {
    return " "
        + GROUPS.entrySet().stream()
            .filter(
                user ->
                    has.test(
                        UserGroupInformation.createUserForTesting(
                            user.getKey(), user.getValue().toArray(String[]::new))))
            .map(Map.Entry::getKey)
            .toList();
  }
}
