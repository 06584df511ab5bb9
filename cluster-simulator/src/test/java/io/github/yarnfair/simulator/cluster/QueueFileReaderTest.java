// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.simulator.run.RunQueue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queue files as the queues of runs. */
class QueueFileReaderTest {
  private static final List<String> RESOURCES = List.of("memory-mb", "vcores", "yarn.io/gpu");
  private static final long[] CAPACITY = {1_000, 100, 10};

  @TempDir private Path folder;

  private RunQueue read(String... keysAndValues) throws Exception {
    return QueueFileReader.read(file(keysAndValues), RESOURCES, CAPACITY);
  }

  private Path file(String... keysAndValues) throws Exception {
    StringBuilder xml = new StringBuilder("<configuration>\n");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      xml.append("<property><name>yarn.scheduler.capacity.")
          .append(keysAndValues[i])
          .append("</name><value>")
          .append(keysAndValues[i + 1])
          .append("</value></property>\n");
    }
    return Files.writeString(folder.resolve("queues.xml"), xml + "</configuration>\n");
  }

  private static RunQueue find(RunQueue root, String path) {
    return root.subtree().filter(queue -> queue.path().equals(path)).findFirst().orElseThrow();
  }

  @Test
  void hierarchyWeightsMaximaOrdersAndUsers() throws Exception {
    RunQueue root =
        read(
            "root.queues", "a,b",
            "root.a.capacity", "25",
            "root.b.capacity", "75",
            "root.a.maximum-capacity", "50",
            "root.a.ordering-policy", "fifo",
            "root.b.queues", "c,d",
            "root.b.c.capacity", "1w",
            "root.b.d.capacity", "3w",
            "root.b.d.maximum-capacity", "[memory=400,vcores=20]",
            "root.b.d.user-limit-factor", "0.5",
            "root.b.d.minimum-user-limit-percent", "25",
            "root.b.d.user-settings.u.weight", "2");
    assertThat(root.leaves())
        .extracting(RunQueue::path)
        .containsExactly("root.a", "root.b.c", "root.b.d");
    RunQueue a = find(root, "root.a");
    assertThat(find(root, "root.b").weight() / a.weight()).isEqualTo(3);
    assertThat(a.maximum()).containsExactly(500, 50, 5);
    assertThat(a.inOrder()).isTrue();
    RunQueue d = find(root, "root.b.d");
    assertThat(d.weight() / find(root, "root.b.c").weight()).isEqualTo(3);
    assertThat(d.maximum()).containsExactly(400, 20, RunQueue.UNLIMITED);
    assertThat(d.inOrder()).isFalse();
    assertThat(d.users().areShares()).isTrue();
    assertThat(d.users().limitFactor()).isEqualTo(0.5);
    assertThat(d.users().weights()).isEqualTo(Map.of("u", 2.0));
    assertThat(a.users().areShares()).isFalse();
  }

  @Test
  void queueBelowWhichQueuesAreCreatedIsNoLeaf() throws Exception {
    RunQueue root =
        read(
            "root.queues", "a,users",
            "root.a.capacity", "1w",
            "root.users.capacity", "1w",
            "root.users.auto-queue-creation-v2.enabled", "true");
    assertThat(root.leaves()).extracting(RunQueue::path).containsExactly("root.a");
    assertThat(find(root, "root.users").creates()).isTrue();
  }

  @Test
  void mistakesAreNamedByFileKeyAndValue() throws Exception {
    assertThatThrownBy(() -> read("root.queues", "a", "root.a.capacity", "many"))
        .hasMessageContaining("queues.xml")
        .hasMessageContaining("yarn.scheduler.capacity.root.a.capacity")
        .hasMessageContaining("many");
    assertThatThrownBy(() -> read("root.queues", "a", "root.a.maximum-capacity", "[vcores=200]"))
        .hasMessageContaining("at most 100 for vcores");
    Path broken = Files.writeString(folder.resolve("broken.xml"), "<configuration>");
    assertThatThrownBy(() -> QueueFileReader.read(broken, RESOURCES, CAPACITY))
        .hasMessageStartingWith(broken + ": expected a Hadoop XML file: ");
    Path missing = folder.resolve("missing.xml");
    assertThatThrownBy(() -> QueueFileReader.read(missing, RESOURCES, CAPACITY))
        .hasMessage(missing + ": no such file, or it may not be read");
  }
}
