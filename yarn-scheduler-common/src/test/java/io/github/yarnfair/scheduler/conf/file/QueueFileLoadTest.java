// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.file;

import static io.github.yarnfair.scheduler.conf.file.Keys.provider;
import static io.github.yarnfair.scheduler.conf.file.Keys.queue;
import static io.github.yarnfair.scheduler.conf.file.Keys.xml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.ParallelSettings;
import io.github.yarnfair.scheduler.conf.QueueFileException;
import io.github.yarnfair.scheduler.conf.SchedulerSettings;
import io.github.yarnfair.scheduler.conf.capacity.QueueLimit;
import io.github.yarnfair.scheduler.conf.capacity.QueueWeight;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.LocalConfigurationProvider;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the file comes from. */
class QueueFileLoadTest {
  private static final ParallelSettings UNLIMITED =
      new ParallelSettings(false, ParallelSettings.UNLIMITED, Map.of());

  private static final String ROOT_QUEUES = "yarn.scheduler.capacity.root.queues";

  @Test
  void fileOfTheProvider() throws Exception {
    QueueFile file =
        QueueFile.load(
            new Configuration(false),
            provider(xml("root.queues", "a,b", "root.a.capacity", "4w", "root.b.capacity", "1w")));
    assertThat(file.root().children()).extracting(QueueSpec::name).containsExactly("a", "b");
    assertThat(queue(file, "root.a").weight()).isEqualTo(new QueueWeight.Weight(4));
  }

  @Test
  void errorsNameTheFileOfTheProvider() {
    assertThatThrownBy(
            () ->
                QueueFile.load(
                    new Configuration(false),
                    provider(xml("root.queues", "a", "root.a.capacity", "-3"))))
        .isInstanceOf(QueueFileException.class)
        .hasMessageStartingWith(
            "capacity-scheduler.xml: yarn.scheduler.capacity.root.a.capacity = \"-3\": expected ");
  }

  @Test
  void fileWinsOverYarnSiteAndProgramOverTheFile(@TempDir Path directory) throws Exception {
    Configuration conf = new Configuration(false);
    Path site = directory.resolve("yarn-site.xml");
    Files.writeString(
        site,
        xml("node-locality-delay", "7", "rack-locality-additional-delay", "8", "root.queues", "s"));
    conf.addResource(new org.apache.hadoop.fs.Path(site.toUri()));
    conf.set("yarn.scheduler.capacity.maximum-applications", "5");

    QueueFile file =
        QueueFile.load(
            conf,
            provider(
                xml("root.queues", "f", "node-locality-delay", "1", "maximum-applications", "6")));
    assertThat(file.root().children()).extracting(QueueSpec::name).containsExactly("f");
    assertThat(file.settings().nodeLocalityDelay()).isEqualTo(1);
    assertThat(file.settings().rackLocalityAdditionalDelay()).isEqualTo(8);
    assertThat(file.settings().maximumApplications()).isEqualTo(5);
    assertThat(conf.get(ROOT_QUEUES)).as("the caller's configuration").isEqualTo("s");
  }

  @Test
  void keysSetByAProgramNeedNoFile() throws Exception {
    Configuration conf = withoutFileOnClassPath();
    conf.set(ROOT_QUEUES, "a");
    QueueFile file = QueueFile.load(conf, provider(null));
    assertThat(file.root().children()).extracting(QueueSpec::name).containsExactly("a");
    assertThat(file.source()).isEqualTo("capacity-scheduler.xml");
  }

  @Test
  void missingFile() {
    assertThatThrownBy(() -> QueueFile.load(withoutFileOnClassPath(), provider(null)))
        .isInstanceOf(QueueFileException.class)
        .hasMessage(
            "capacity-scheduler.xml: not found on the class path of the ResourceManager, nor in its"
                + " configuration store, and yarn.scheduler.capacity.root.queues is not set"
                + " elsewhere: expected a file that names the queues below root");
  }

  @Test
  void malformedFile() {
    assertThatThrownBy(
            () -> QueueFile.load(new Configuration(false), provider("<configuration><property>")))
        .isInstanceOf(QueueFileException.class)
        .hasMessageStartingWith("capacity-scheduler.xml: expected a Hadoop XML file: ");
  }

  @Test
  void fileOnTheClassPath(@TempDir Path directory) throws Exception {
    Files.writeString(directory.resolve(Keys.FILE), xml("root.queues", "here"));
    Configuration conf = new Configuration(false);
    try (URLClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()}, null)) {
      conf.setClassLoader(loader);
      QueueFile file = QueueFile.load(conf, new LocalConfigurationProvider());
      assertThat(file.root().children()).extracting(QueueSpec::name).containsExactly("here");
      assertThat(file.source()).endsWith("/" + Keys.FILE).startsWith("file:");
    }
  }

  @Test
  void refreshReadsAgainAndABadFileLeavesTheOldModel() throws Exception {
    Configuration conf = new YarnConfiguration();
    QueueFile old =
        QueueFile.load(
            conf,
            provider(xml("root.queues", "a,b", "root.a.capacity", "4w", "root.b.capacity", "1w")));
    QueueFile changed =
        QueueFile.load(
            conf,
            provider(
                xml(
                    "root.queues",
                    "a,c",
                    "root.a.capacity",
                    "2w",
                    "root.c.capacity",
                    "5w",
                    "root.a.state",
                    "STOPPED")));
    assertThatThrownBy(
            () ->
                QueueFile.load(
                    conf, provider(xml("root.queues", "a,c,c", "root.c.capacity", "5w"))))
        .hasMessageContaining("root.queues = \"a,c,c\": expected each name once");

    Resource total = Resource.newInstance(1, 1);
    assertThat(old.root().subtree().map(QueueSpec::path))
        .containsExactly("root", "root.a", "root.b");
    assertThat(queue(old, "root.a").weight().resolve(total)).isEqualTo(4);
    assertThat(queue(old, "root.a").state()).isEqualTo(QueueState.RUNNING);
    assertThat(changed.root().subtree().map(QueueSpec::path))
        .containsExactly("root", "root.a", "root.c");
    assertThat(queue(changed, "root.a").weight().resolve(total)).isEqualTo(2);
    assertThat(queue(changed, "root.a").state()).isEqualTo(QueueState.STOPPED);
  }

  @Test
  void fileShippedWithHadoop() throws Exception {
    QueueFile file = QueueFile.load(new YarnConfiguration(), new LocalConfigurationProvider());
    assertThat(file.source()).contains("hadoop-yarn-server-resourcemanager");
    assertThat(file.root().children()).extracting(QueueSpec::path).containsExactly("root.default");
    QueueSpec queue = queue(file, "root.default");
    assertThat(queue.weight()).isEqualTo(new QueueWeight.Percentage(100));
    assertThat(queue.limits().maximum()).isEqualTo(QueueLimit.UNLIMITED);
    assertThat(queue.access().submit().isAllAllowed()).isTrue();
    assertThat(file.settings())
        .isEqualTo(new SchedulerSettings(10_000, 40, -1, true, 100, 300, UNLIMITED));
    assertThat(file.warnings()).isEmpty();
    assertThat(file.ignoredKeys())
        .extracting(notice -> notice.key().substring(KeyReader.PREFIX.length()))
        .containsExactly("per-node-heartbeat.maximum-offswitch-assignments", "resource-calculator");
  }

  @Test
  void exampleInConf() throws Exception {
    Path conf = Path.of("..", "conf").toAbsolutePath().normalize();
    Path example = conf.resolve(Keys.FILE);
    Assumptions.assumeTrue(Files.exists(example), "skipped: no " + example);
    Configuration types = new Configuration(false);
    types.addResource(new org.apache.hadoop.fs.Path(conf.resolve("resource-types.xml").toUri()));
    ResourceUtils.resetResourceTypes(types);
    try {
      QueueFile file =
          QueueFile.load(new Configuration(false), provider(Files.readString(example)));
      assertThat(file.root().subtree().count()).isGreaterThan(2);
      assertThat(file.warnings()).isEmpty();
      assertThat(file.ignoredKeys()).isEmpty();
    } finally {
      ResourceUtils.resetResourceTypes();
    }
  }

  private static Configuration withoutFileOnClassPath() {
    Configuration conf = new Configuration(false);
    conf.setClassLoader(new ClassLoader(null) {});
    return conf;
  }
}
