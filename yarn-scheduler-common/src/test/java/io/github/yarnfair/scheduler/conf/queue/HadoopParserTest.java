// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.capacity.QueueLimit;
import io.github.yarnfair.scheduler.conf.file.Keys;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.QueuePath;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random files that both parsers accept mean the same to both. */
class HadoopParserTest {
  private static final Resource TOTAL = Resource.newInstance(1, 1);

  static LongStream seeds() {
    return LongStream.range(0, 200);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void sameModel(long seed) throws Exception {
    Configuration conf = new Configuration(false);
    writeQueues(conf, "root", new Random(seed), 0);
    QueueFile ours = QueueFile.load(conf, Keys.FILE);
    CapacitySchedulerConfiguration theirs = new CapacitySchedulerConfiguration(conf, false);

    assertThat(ours.root().subtree().map(QueueSpec::path)).hasSizeGreaterThan(1);
    ours.root().subtree().forEach(queue -> compare(queue, theirs));
    assertThat(ours.warnings()).isEmpty();
    assertThat(ours.ignoredKeys()).isEmpty();
    assertThat(ours.settings().nodeLocalityDelay()).isEqualTo(theirs.getNodeLocalityDelay());
    assertThat(ours.settings().maximumApplications())
        .isEqualTo(theirs.getMaximumSystemApplications());
    assertThat(ours.settings().maximumContainerAssignments())
        .isEqualTo(theirs.getMaxAssignPerHeartbeat());
  }

  private static void compare(QueueSpec queue, CapacitySchedulerConfiguration theirs) {
    QueuePath path = new QueuePath(queue.path());
    assertThat(queue.name()).isEqualTo(path.getLeafName());
    assertThat(queue.children()).extracting(QueueSpec::name).isEqualTo(theirs.getQueues(path));
    assertThat(queue.state()).isEqualTo(theirs.getState(path));
    assertThat(queue.values().get(QueueKeys.DEFAULT_PRIORITY))
        .isEqualTo(theirs.getDefaultApplicationPriorityConfPerQueue(path));
    for (QueueACL operation : QueueACL.values()) {
      assertThat(queue.access().of(operation).getAclString())
          .isEqualTo(theirs.getAcl(path, operation).getAclString());
    }
    assertThat(((QueueLimit.Percentage) queue.limits().maximum()).percent())
        .isEqualTo(theirs.getNonLabeledQueueMaximumCapacity(path));
    if (!path.isRoot()) {
      float weight = theirs.getNonLabeledQueueWeight(path);
      float expected = weight >= 0 ? weight : theirs.getNonLabeledQueueCapacity(path);
      assertThat((float) queue.weight().resolve(TOTAL)).isEqualTo(expected);
    }
  }

  private static void writeQueues(Configuration conf, String path, Random random, int depth) {
    String prefix = KeyReader.PREFIX + path + ".";
    if (random.nextBoolean()) {
      conf.set(prefix + "acl_submit_applications", pick(random, "*", " ", "u,v g", " g", "u"));
    }
    if (random.nextInt(3) == 0) {
      conf.set(prefix + "maximum-capacity", pick(random, "100", "-1", "50", "12.5", "0"));
    }
    if (depth < 3 && (depth == 0 || random.nextBoolean())) {
      List<String> names = new ArrayList<>();
      boolean weights = random.nextBoolean();
      for (int i = random.nextInt(4); i >= 0; i--) {
        String child = pick(random, "a-", "b_", "queues", "État", "c") + i;
        names.add(child);
        conf.set(
            prefix + child + ".capacity",
            weights ? pick(random, "1w", "4.5w", "10000w") : pick(random, "1", "40.25", "100"));
        writeQueues(conf, path + "." + child, random, depth + 1);
      }
      conf.set(prefix + "queues", String.join(pick(random, ",", " , ", ",\n  "), names));
    } else {
      if (random.nextInt(3) == 0) {
        conf.set(prefix + "state", pick(random, "RUNNING", "STOPPED", "stopped"));
      }
      if (random.nextInt(3) == 0) {
        conf.set(prefix + "default-application-priority", pick(random, "0", "7"));
      }
    }
  }

  private static String pick(Random random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
