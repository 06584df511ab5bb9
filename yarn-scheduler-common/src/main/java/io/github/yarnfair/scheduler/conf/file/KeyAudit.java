// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.file;

import io.github.yarnfair.scheduler.conf.Findings;
import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.key.KeyTemplate;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.conf.queue.QueueCreation;
import io.github.yarnfair.scheduler.conf.queue.QueueLabels;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks every key that is set: whether its queue exists, and whether this scheduler acts on it.
 * CapacityScheduler reads only the keys that it knows, and so never reports misspelt ones.
 */
final class KeyAudit {
  private static final String ROOT_PREFIX = QueueSpec.ROOT + ".";

  /** CapacityScheduler does not look at such keys, and starts. */
  private static final String NO_EFFECT = "it has no effect";

  /** No key of a queue that may be there has more; looking at all parts of a path takes time. */
  private static final int MOST_PARTS = 2 * QueueSpec.MAXIMUM_LEVELS;

  private static final String LABELS = QueueKeys.ACCESSIBLE_LABELS.name();

  /** Options of schedulers, all but those of YARN's own and of the store of queues. */
  private static final Pattern OPTION =
      Pattern.compile("yarn\\.scheduler\\.(?!(capacity|fair|configuration)\\.)[a-z0-9]+\\..+");

  private static final Pattern EMPTY_PART = Pattern.compile("(^|\\.)\\s*(\\.|$)");

  private final KeyReader keys;
  private final Findings findings;
  private final Map<String, QueueSpec> queues = new TreeMap<>();

  KeyAudit(KeyReader keys, Findings findings, QueueSpec root) {
    this.keys = keys;
    this.findings = findings;
    root.subtree().forEach(queue -> queues.put(queue.path(), queue));
  }

  void run() {
    for (String key : keys.all()) {
      if (key.startsWith(KeyReader.PREFIX)) {
        auditScheduler(key, key.substring(KeyReader.PREFIX.length()));
      } else {
        auditElsewhere(key);
      }
    }
  }

  private void auditElsewhere(String key) {
    String why = Vocabulary.ELSEWHERE.whyIgnored(key);
    if (why != null && !keys.sourceOf(key).equals("yarn-default.xml")) {
      findings.ignore(key, why);
    } else if (OPTION.matcher(key).matches() && keys.sourceOf(key).equals(QueueFile.FILE)) {
      findings.ignore(key, "the scheduler's own options are read from yarn-site.xml");
    }
  }

  private void auditScheduler(String key, String rest) {
    if (EMPTY_PART.matcher(rest).find()) {
      findings.replace(key, "a key without an empty part between dots", NO_EFFECT);
    } else if (rest.chars().filter(c -> c == '.').count() > MOST_PARTS) {
      findings.replace(key, "a key of at most " + MOST_PARTS + " parts", NO_EFFECT);
    } else if (rest.startsWith(ROOT_PREFIX)) {
      auditQueue(key, rest);
    } else if (Vocabulary.GLOBAL.knows(Vocabulary.withoutUser(rest))) {
      ignoreIfNeeded(key, rest, Vocabulary.GLOBAL);
    } else {
      auditWithoutRoot(key, rest);
    }
  }

  private void auditWithoutRoot(String key, String rest) {
    String unlisted = unlistedPart(rest);
    if (unlisted == null) {
      warnUnknown(key, rest, Vocabulary.GLOBAL);
    } else {
      findings.replace(
          key,
          "a queue path that begins with root",
          NO_EFFECT + nearest(QueueSpec.ROOT + "." + unlisted));
    }
  }

  private void auditQueue(String key, String rest) {
    QueueSpec queue = nearestListed(rest);
    String property = rest.substring(queue.path().length() + 1);
    String unlisted = isKnown(property) ? null : unlistedPart(property);
    if (unlisted != null) {
      auditUnlisted(key, queue, unlisted, property.substring(unlisted.length() + 1));
    } else if (key.equals(QueueKeys.CAPACITY.of(QueueSpec.ROOT))) {
      if (!value(key).matches("100(\\.0*)?")) {
        findings.ignore(key, "root always has the whole cluster");
      }
    } else if (isOfLabels(property) && queue.path().equals(QueueSpec.ROOT)) {
      ignoreLabelsOfRoot(key, property);
    } else if (isTemplate(property) && queue.creation() == null) {
      findings.ignore(key, "no queues are created below " + queue.path());
    } else if (isKnown(property)) {
      ignoreIfNeeded(key, plain(property), Vocabulary.QUEUE);
      warnIfInaccessible(key, property, queue);
    } else {
      warnUnknown(key, property, Vocabulary.QUEUE);
    }
  }

  private static boolean isOfLabels(String property) {
    return property.equals(LABELS) || property.startsWith(LABELS + ".");
  }

  private void ignoreLabelsOfRoot(String key, String property) {
    if (property.equals(LABELS)) {
      if (!value(key).equals(QueueLabels.ANY)) {
        findings.ignore(key, "root may use each label");
      }
    } else if (!value(key).matches("100(\\.0*)?")) {
      findings.ignore(key, "root always has the whole partition");
    }
  }

  /** CapacityScheduler accepts a part of a partition that no request of the queue can name. */
  private void warnIfInaccessible(String key, String property, QueueSpec queue) {
    if (property.startsWith(LABELS + ".")) {
      String label = property.split("\\.", -1)[1];
      if (!queue.labels().mayUse(label)) {
        findings.replace(
            key,
            "a label that %s may use, one of %s"
                .formatted(queue.path(), new TreeSet<>(queue.labels().accessible())),
            "no request of it can name " + label);
      }
    }
  }

  private static boolean isKnown(String property) {
    return Vocabulary.QUEUE.knows(plain(property));
  }

  private static boolean isTemplate(String property) {
    return KeyTemplate.of(property).isPresent();
  }

  /** A key as the vocabulary has it: without a template and without names. */
  private static String plain(String property) {
    return Vocabulary.withoutNames(KeyTemplate.without(property));
  }

  private void ignoreIfNeeded(String key, String property, Vocabulary vocabulary) {
    String why = vocabulary.whyIgnored(property);
    if (why != null && !vocabulary.accepts(property, value(key))) {
      findings.ignore(key, why);
    }
  }

  private String value(String key) {
    return Objects.requireNonNullElse(keys.trimmed(key), "");
  }

  private void warnUnknown(String key, String property, Vocabulary vocabulary) {
    String close = Similar.find(property, vocabulary.names());
    findings.warn(key, "no such key is known" + (close == null ? "" : "; is " + close + " meant?"));
  }

  /** The longest path of a listed queue that a key (without the common prefix) begins with. */
  private QueueSpec nearestListed(String rest) {
    String path = rest;
    QueueSpec queue = null;
    while (queue == null) {
      path = path.substring(0, path.lastIndexOf('.'));
      queue = queues.get(path);
    }
    return queue;
  }

  /**
   * What precedes the property that a queue's key ends with.
   *
   * @return null if it does not end with a known property, or if nothing precedes that
   */
  private static @Nullable String unlistedPart(String rest) {
    for (int dot = rest.indexOf('.'); dot > 0; dot = rest.indexOf('.', dot + 1)) {
      if (isKnown(rest.substring(dot + 1))) {
        return rest.substring(0, dot);
      }
    }
    return null;
  }

  private void auditUnlisted(String key, QueueSpec parent, String unlisted, String property) {
    String path = parent.path() + "." + unlisted;
    String list = QueueKeys.QUEUES.of(parent.path());
    if (path.endsWith("." + QueueCreation.ANY)) {
      auditWildcard(key, property);
    } else if (parent.creation() != null) {
      ignoreIfNeeded(key, plain(property), Vocabulary.QUEUE);
      if (!unlisted.contains(".") && !isTemplate(property)) {
        parent.creation().tryKeysOf(unlisted, findings);
      }
    } else if ("STOPPED".equalsIgnoreCase(keys.trimmed(QueueKeys.STATE.of(path)))) {
      // How CapacityScheduler lets a queue be removed by one refresh.
      findings.ignore(key, path + " is stopped and no longer listed in " + list);
    } else if (!keys.sourceOf(key).equals(sourceOfList(parent))) {
      findings.warn(
          key,
          "there is no queue "
              + path
              + ", because another file's list replaced"
              + " the one it was in");
    } else {
      findings.replace(
          key,
          parent.isLeaf()
              ? "no key below %s: it is a leaf queue, as %s names no children"
                  .formatted(parent.path(), list)
              : "a queue that is listed, but %s does not name %s".formatted(list, unlisted),
          NO_EFFECT + nearest(path));
    }
  }

  /** Names the queue that a path may be meant for, or else the nearest above it. */
  private String nearest(String path) {
    String close = queues.containsKey(path) ? path : Similar.find(path, queues.keySet());
    return close == null
        ? "; the nearest queue is " + nearestListed(path + ".").path()
        : "; is " + close + " meant?";
  }

  private void auditWildcard(String key, String property) {
    if (!isTemplate(property)) {
      findings.warn(key, "* stands for any queue in the keys of templates only");
    } else if (queues.values().stream().allMatch(queue -> queue.creation() == null)) {
      findings.ignore(key, "no queues are created");
    } else {
      ignoreIfNeeded(key, plain(property), Vocabulary.QUEUE);
    }
  }

  /** Where the list of the queue's children was set or, for a leaf queue, the list it is in. */
  private String sourceOfList(QueueSpec queue) {
    String path = queue.path();
    while (keys.raw(QueueKeys.QUEUES.of(path)) == null) {
      path = path.substring(0, path.lastIndexOf('.'));
    }
    return keys.sourceOf(QueueKeys.QUEUES.of(path));
  }
}
