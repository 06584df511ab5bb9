// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import io.github.yarnfair.scheduler.conf.Findings;
import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.QueueFileException;
import io.github.yarnfair.scheduler.conf.capacity.QueueWeight;
import io.github.yarnfair.scheduler.conf.capacity.SiblingWeights;
import io.github.yarnfair.scheduler.conf.key.KeyLookup;
import io.github.yarnfair.scheduler.conf.key.KeyTemplate;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How queues are created below a queue when applications are submitted to unlisted ones: by
 * CapacityScheduler's {@code auto-queue-creation-v2} or its older {@code auto-create-child-queue}.
 * Keys that are not set under a created queue's own name come from a template.
 */
public final class QueueCreation {
  /** Stands for the name of any queue that is not created yet. */
  public static final String ANY = "*";

  private final KeyReader keys;
  private final String path;
  private final Inherited inherited;
  private final List<String> listed;
  private final boolean isLegacy;
  private final int depth;
  private final int maximumQueues;
  private final List<String> templatePaths;

  private QueueCreation(
      KeyReader keys,
      KeyLookup queue,
      Inherited inherited,
      List<String> listed,
      boolean isLegacy,
      int depth,
      Findings findings) {
    this.keys = keys;
    this.path = queue.path();
    this.inherited = inherited;
    this.listed = listed;
    this.isLegacy = isLegacy;
    this.depth = depth;
    maximumQueues =
        (isLegacy ? QueueKeys.LEGACY_MAX_QUEUES : QueueKeys.FLEXIBLE_MAX_QUEUES)
            .read(queue, findings);
    templatePaths = withWildcards(path, configuredDepth(keys, queue, findings));
  }

  /**
   * Reads whether and how queues are created below a listed queue, and tries the templates.
   *
   * @param listed full paths of the queues that are listed below it
   * @return null if none are created
   */
  static @Nullable QueueCreation read(
      KeyReader keys,
      KeyLookup queue,
      Inherited inherited,
      List<String> listed,
      Findings findings) {
    boolean isLegacy = QueueKeys.LEGACY_CREATION.read(queue, findings);
    if (!isLegacy && !QueueKeys.FLEXIBLE_CREATION.read(queue, findings)) {
      return null;
    }
    int depth = isLegacy ? 1 : configuredDepth(keys, queue, findings);
    QueueCreation creation =
        new QueueCreation(keys, queue, inherited, listed, isLegacy, depth, findings);
    creation.tryTemplates(findings);
    return creation;
  }

  private void tryTemplates(Findings findings) {
    leaf(ANY, findings);
    if (isLegacy && !path.equals(QueueSpec.ROOT)) {
      checkLabelsOfTemplate(findings);
    }
    if (depth > 1) {
      QueueCreation below = below(ANY, findings);
      parent(ANY, below, findings);
      below.tryTemplates(findings);
    }
  }

  /** CapacityScheduler accepts parts of such partitions in the older kind of template only. */
  private void checkLabelsOfTemplate(Findings findings) {
    QueueLabels ofParent = inherited.labels();
    Set<String> allowed =
        ofParent.accessible().contains(QueueLabels.ANY)
            ? ofParent.capacities().keySet()
            : ofParent.accessible();
    KeyLookup template =
        KeyLookup.ofCreated(
            keys,
            path + "." + ANY,
            List.of(KeyReader.queueKey(path, KeyTemplate.LEGACY_LEAF.prefix())));
    for (String label : template.configuredLabels()) {
      if (!allowed.contains(label)) {
        findings.refuse(
            template.key(QueueKeys.LABEL_CAPACITY, label),
            "node labels that %s has a part of and may use: %s"
                .formatted(path, new TreeSet<>(allowed)));
      }
    }
  }

  /** Finds what is wrong with the keys of a queue that is not there yet. */
  public void tryKeysOf(String name, Findings findings) {
    leaf(name, findings);
  }

  private static int configuredDepth(KeyReader keys, KeyLookup queue, Findings findings) {
    String own = queue.key(QueueKeys.MAXIMUM_DEPTH);
    String key = keys.raw(own) == null ? QueueKeys.MAXIMUM_DEPTH.ofAllQueues() : own;
    int depth = QueueKeys.MAXIMUM_DEPTH.read(keys, key, findings);
    int most = QueueSpec.MAXIMUM_LEVELS;
    if (depth > most) {
      findings.replace(key, "a whole number from 1 to " + most, most + " applies");
    }
    return Math.min(depth, most);
  }

  /** A path, and the same with its last parts replaced by wildcards, but never root. */
  private static List<String> withWildcards(String path, int levels) {
    List<String> paths = new ArrayList<>(List.of(path));
    String[] parts = path.split("\\.", -1);
    for (int i = parts.length - 1; i > 0 && parts.length - i <= levels; i--) {
      parts[i] = ANY;
      paths.add(String.join(".", parts));
    }
    return paths;
  }

  /** Whether queues are created by the older {@code auto-create-child-queue}. */
  public boolean isLegacy() {
    return isLegacy;
  }

  /** How many levels of queues may be created below this queue, at least 1. */
  public int depth() {
    return depth;
  }

  /** How many queues this one may have directly below it, the listed ones among them. */
  public int maximumQueues() {
    return maximumQueues;
  }

  /**
   * The queues of a path below this one, as they would be created: parents first, a leaf queue
   * last.
   *
   * @param names the parts of the path, at most {@link #depth} of them
   * @throws QueueFileException if a key of one of them cannot be understood
   */
  public List<QueueSpec> queues(List<String> names) throws QueueFileException {
    Findings findings = new Findings(keys);
    List<QueueSpec> queues = new ArrayList<>();
    QueueCreation creation = this;
    for (String parent : names.subList(0, names.size() - 1)) {
      QueueCreation below = creation.below(parent, findings);
      queues.add(creation.parent(parent, below, findings));
      creation = below;
    }
    queues.add(creation.leaf(names.get(names.size() - 1), findings));
    findings.throwIfRefused();
    return queues;
  }

  private QueueSpec leaf(String name, Findings findings) {
    QueueParser parser = new QueueParser(keys, findings);
    KeyLookup leaf = created(name, KeyTemplate.LEAF);
    return parser.parse(
        leaf, weight(leaf, findings), parser.inherited(leaf, inherited), null, List.of());
  }

  private QueueSpec parent(String name, QueueCreation below, Findings findings) {
    KeyLookup parent = created(name, KeyTemplate.PARENT);
    return new QueueParser(keys, findings)
        .parse(parent, weight(parent, findings), below.inherited, below, List.of());
  }

  private QueueCreation below(String name, Findings findings) {
    KeyLookup parent = created(name, KeyTemplate.PARENT);
    Inherited ofParent = new QueueParser(keys, findings).inherited(parent, inherited);
    return new QueueCreation(keys, parent, ofParent, List.of(), false, depth - 1, findings);
  }

  private KeyLookup created(String name, KeyTemplate ofItsKind) {
    Stream<KeyTemplate> templates =
        isLegacy ? Stream.of(KeyTemplate.LEGACY_LEAF) : Stream.of(ofItsKind, KeyTemplate.EACH);
    List<String> prefixes =
        templates
            .map(KeyTemplate::prefix)
            .flatMap(prefix -> templatePaths.stream().map(p -> KeyReader.queueKey(p, prefix)))
            .toList();
    return KeyLookup.ofCreated(keys, path + "." + name, prefixes);
  }

  private QueueWeight weight(KeyLookup queue, Findings findings) {
    return new SiblingWeights(keys, findings).readBeside(listed, queue.key(QueueKeys.CAPACITY));
  }
}
