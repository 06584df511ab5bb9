// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.file;

import io.github.yarnfair.scheduler.conf.Findings;
import io.github.yarnfair.scheduler.conf.KeyNotice;
import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.PreemptionSettings;
import io.github.yarnfair.scheduler.conf.QueueFileException;
import io.github.yarnfair.scheduler.conf.SchedulerSettings;
import io.github.yarnfair.scheduler.conf.capacity.QueueLimit;
import io.github.yarnfair.scheduler.conf.capacity.ResourceAmount;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.conf.mapping.QueueMappings;
import io.github.yarnfair.scheduler.conf.mapping.QueueMappingsParser;
import io.github.yarnfair.scheduler.conf.queue.AllocationLimit;
import io.github.yarnfair.scheduler.conf.queue.QueueNames;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import io.github.yarnfair.scheduler.conf.queue.QueueTreeParser;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.ConfigurationProvider;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.jspecify.annotations.Nullable;

/**
 * A {@code capacity-scheduler.xml}, parsed and validated. Immutable.
 *
 * <p>As under CapacityScheduler, the file is layered over the ResourceManager's configuration: keys
 * in {@code yarn-site.xml} are visible, and keys that a program sets win.
 */
public final class QueueFile {
  static final String FILE = YarnConfiguration.CS_CONFIGURATION_FILE;

  /** What messages name in place of a file. */
  private static final String STORED = "the stored configuration";

  private static final String ROOT_QUEUES = QueueKeys.QUEUES.of(QueueSpec.ROOT);

  private final KeyReader keys;
  private final String source;
  private final QueueSpec root;
  private final SchedulerSettings settings;
  private final PreemptionSettings preemption;
  private final QueueNames names;
  private final QueueMappings mappings;
  private final boolean limitsAllocations;
  private final List<KeyNotice> ignoredKeys;
  private final List<KeyNotice> warnings;

  private QueueFile(KeyReader keys, String source) throws QueueFileException {
    this.keys = keys;
    this.source = source;
    Findings findings = new Findings(keys);
    keys.refuseUnresolvable(findings);
    findings.throwIfRefused();
    this.root = new QueueTreeParser(keys, findings).parse();
    this.settings = SchedulerSettings.read(keys, findings);
    this.preemption = PreemptionSettings.read(keys, findings);
    this.names = new QueueNames(root);
    this.limitsAllocations =
        keys.startingWith(KeyReader.queueKey(QueueSpec.ROOT, "")).stream()
            .anyMatch(key -> key.matches(".*\\.maximum-allocation(-mb|-vcores)?"));
    this.mappings = new QueueMappingsParser(keys, findings, names).parse();
    new KeyAudit(keys, findings, root).run();
    findings.throwIfRefused();
    this.ignoredKeys = findings.ignored();
    this.warnings = findings.warnings();
  }

  /**
   * Reads the file where CapacityScheduler finds it: through the ResourceManager's configuration
   * provider. No file is needed if {@code conf} itself names root's queues.
   *
   * @param conf the ResourceManager's configuration; not changed
   * @param provider {@code rmContext.getConfigurationProvider()}
   * @throws QueueFileException if the file is missing, malformed or refused
   * @throws IOException if the provider cannot read
   */
  public static QueueFile load(Configuration conf, ConfigurationProvider provider)
      throws IOException {
    Configuration layered = new Configuration(conf);
    addFile(layered, conf, provider);
    return load(layered, FILE);
  }

  /**
   * Reads queues from a stored configuration, which is layered over the ResourceManager's as the
   * file is.
   *
   * @param conf the ResourceManager's configuration; not changed
   * @param stored all keys that the store has; not changed
   * @throws QueueFileException if the configuration is refused
   */
  public static QueueFile load(Configuration conf, Configuration stored) throws QueueFileException {
    Configuration layered = new Configuration(conf);
    stored.forEach(entry -> layered.set(entry.getKey(), entry.getValue(), STORED));
    return load(layered, STORED);
  }

  /**
   * Returns the keys of the file alone, without a look at their values; without a file, those of
   * CapacityScheduler that {@code conf} has.
   *
   * @throws IOException as {@link #load(Configuration, ConfigurationProvider)}
   */
  public static Configuration keys(Configuration conf, ConfigurationProvider provider)
      throws IOException {
    Configuration keys = new Configuration(false);
    keys.setClassLoader(conf.getClassLoader());
    if (!addFile(keys, conf, provider)) {
      new KeyReader(conf, FILE)
          .startingWith(KeyReader.PREFIX)
          .forEach(key -> keys.set(key, conf.getRaw(key)));
    }
    return keys;
  }

  /** Returns false if there is no file and none is needed. */
  private static boolean addFile(
      Configuration layered, Configuration conf, ConfigurationProvider provider)
      throws IOException {
    try (InputStream file = provider.getConfigurationInputStream(conf, FILE)) {
      if (file != null) {
        layered.addResource(file, FILE);
      } else if (conf.getResource(FILE) != null) {
        layered.addResource(FILE);
      } else if (conf.getRaw(ROOT_QUEUES) == null) {
        throw new QueueFileException(
            List.of(
                FILE
                    + ": not found on the class path of the ResourceManager, nor in its"
                    + " configuration store, and "
                    + ROOT_QUEUES
                    + " is not set elsewhere: expected a file that names the queues below root"));
      } else {
        return false;
      }
      // An added stream is parsed at the first look; it must be while the stream is open.
      layered.size();
      return true;
    } catch (YarnException e) {
      throw new IOException(FILE + ": cannot be read: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      throw new QueueFileException(FILE + ": expected a Hadoop XML file: " + e.getMessage(), e);
    }
  }

  /**
   * Reads queues from a configuration that is complete: no file is looked for.
   *
   * @param conf has the keys; copied
   * @param fileName what messages name for keys that are missing
   * @throws QueueFileException if the configuration is refused
   */
  public static QueueFile load(Configuration conf, String fileName) throws QueueFileException {
    Configuration copy = new Configuration(conf);
    URL location = copy.getResource(fileName);
    return new QueueFile(
        new KeyReader(copy, fileName), location == null ? fileName : location.toString());
  }

  /** A copy of all keys, those of the ResourceManager's configuration among them. */
  public Configuration configuration() {
    return keys.configuration();
  }

  /** Returns the value of a key without surrounding blanks, null if it is not set. */
  public @Nullable String trimmed(String key) {
    return keys.trimmed(key);
  }

  /** Returns the keys that begin with a prefix, without it, and their values. */
  public Map<String, String> below(String prefix) {
    Map<String, String> below = new TreeMap<>();
    for (String key : keys.startingWith(prefix)) {
      below.put(key.substring(prefix.length()), String.valueOf(keys.raw(key)));
    }
    return below;
  }

  /** The root queue. */
  public QueueSpec root() {
    return root;
  }

  /** What is configured for all queues together. */
  public SchedulerSettings settings() {
    return settings;
  }

  /** The settings of preemption, which apply if it is switched on. */
  public PreemptionSettings preemption() {
    return preemption;
  }

  /** The listed queues by path and by name, and how others are created below them. */
  public QueueNames names() {
    return names;
  }

  /** Whether a key limits what one container of a queue may have. */
  public boolean limitsAllocations() {
    return limitsAllocations;
  }

  /** The rules that put applications into queues: those that name none, or all. */
  public QueueMappings mappings() {
    return mappings;
  }

  /** The location of the file for messages, as far as it is known. */
  public String source() {
    return source;
  }

  /** Keys that CapacityScheduler acts on and this scheduler does not, each with the reason. */
  public List<KeyNotice> ignoredKeys() {
    return ignoredKeys;
  }

  /** Keys that no scheduler knows (likely misspelt), and settings that are likely not meant. */
  public List<KeyNotice> warnings() {
    return warnings;
  }

  /**
   * Names the keys that name a node label which the cluster does not have. CapacityScheduler starts
   * with them, too: the label may be added later.
   *
   * @param known the labels of the cluster
   */
  public List<KeyNotice> unknownLabels(Set<String> known) {
    Findings findings = new Findings(keys);
    root.subtree().forEach(queue -> new LabelAudit(keys, findings, known).run(queue));
    return findings.warnings();
  }

  /**
   * Refuses absolute caps above what the cluster has. Of a resource type with a total of zero
   * nothing is known yet: its nodes may still register.
   *
   * @param clusterTotal all resources of the registered nodes
   */
  public void checkAgainst(Resource clusterTotal) throws QueueFileException {
    Findings findings = new Findings(keys);
    root.subtree().forEach(queue -> checkLimit(queue, clusterTotal, findings));
    findings.throwIfRefused();
  }

  /**
   * Refuses to lower the most that one container of a leaf queue may have, as CapacityScheduler
   * does: masters have been told it.
   *
   * @param inForce the file that this one replaces
   * @param queues what this file says of each leaf queue, by path
   * @param replaced what the file in force says
   */
  public void checkAllocations(
      QueueFile inForce, Map<String, QueueSpec> queues, Map<String, QueueSpec> replaced)
      throws QueueFileException {
    if (!limitsAllocations) {
      return;
    }
    Findings findings = new Findings(keys);
    Resource ofCluster = inForce.keys.maximumAllocation();
    replaced.forEach(
        (path, before) -> {
          QueueSpec now = queues.get(path);
          if (now != null) {
            Resource least = before.limits().allocation().within(ofCluster);
            now.limits()
                .allocation()
                .bounds()
                .forEach((t, b) -> checkBound(t, b, least, path, findings));
          }
        });
    findings.throwIfRefused();
  }

  private static void checkBound(
      String type, AllocationLimit.Bound bound, Resource least, String path, Findings findings) {
    if (bound.most() < least.getResourceValue(type)) {
      findings.refuse(
          bound.key(),
          "at least %d for %s, which masters in %s have been told; it is lowered by a restart"
              .formatted(least.getResourceValue(type), type, path));
    }
  }

  private static void checkLimit(QueueSpec queue, Resource clusterTotal, Findings findings) {
    QueueLimit maximum = queue.limits().maximum();
    if ((maximum instanceof QueueLimit.Mixed mixed ? mixed.amounts() : maximum)
        instanceof QueueLimit.Absolute limit) {
      for (ResourceAmount amount : limit.amounts()) {
        long total = clusterTotal.getResourceValue(amount.resource());
        if (total > 0 && amount.value() > total) {
          findings.refuse(
              QueueKeys.MAXIMUM_CAPACITY.of(queue.path()),
              "at most " + total + " for " + amount.resource() + ", which is all the cluster has");
        }
      }
    }
  }
}
