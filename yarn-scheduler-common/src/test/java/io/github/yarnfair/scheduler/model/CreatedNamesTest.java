// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import io.github.yarnfair.scheduler.resource.NodeShapes;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import io.github.yarnfair.scheduler.user.QueueAccess;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Test;

/** Queues that are created in one tree are none of another tree of the same file. */
class CreatedNamesTest {
  private static final String ALICE = "root.users.alice";

  private static QueueTree tree(QueueFile file) {
    Configuration conf = file.configuration();
    QueueTree tree =
        new QueueTree(
            file,
            mock(FairnessPolicy.class),
            new ResourceVectors(),
            new NodeShapes(),
            new QueueAccess(conf),
            conf);
    tree.setCapacity(Resource.newInstance(1000, 100));
    return tree;
  }

  @Test
  void aCreatedQueueHasItsNamesInItsTreeAlone() throws Exception {
    Configuration conf = new Configuration(false);
    conf.set("yarn.scheduler.capacity.root.queues", "users");
    conf.set("yarn.scheduler.capacity.root.users.auto-queue-creation-v2.enabled", "true");
    QueueFile file = QueueFile.load(conf, "test");
    QueueTree tree = tree(file);
    QueueTree other = tree(file);

    tree.create(tree.names().missing(ALICE));
    assertThat(tree.find("alice")).isNotNull();
    assertThat(tree.names().missing(ALICE)).isEmpty();
    assertThat(file.names().find(ALICE)).isNull();
    assertThat(other.names().find(ALICE)).isNull();
    assertThat(other.names().missing("users.alice")).hasSize(1);

    other.createAgain(tree);
    assertThat(other.find("alice")).isNotNull();
    tree.remove(Objects.requireNonNull(tree.find(ALICE)));
    assertThat(tree.find("alice")).isNull();
    assertThat(tree.names().pathsOf("alice")).isEmpty();
    assertThat(other.names().pathsOf("alice")).containsExactly(ALICE);
  }
}
