// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import io.github.yarnfair.scheduler.conf.Findings;
import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.QueueFileException;
import io.github.yarnfair.scheduler.conf.capacity.QueueWeight;
import io.github.yarnfair.scheduler.conf.capacity.SiblingWeights;
import io.github.yarnfair.scheduler.conf.key.KeyLookup;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Builds the queues from the lists of their names, root first. */
public final class QueueTreeParser {
  private final KeyReader keys;
  private final Findings findings;
  private final QueueParser queues;
  private final PartitionSums sums;

  /** Creates a parser that adds what it finds to others' findings. */
  public QueueTreeParser(KeyReader keys, Findings findings) {
    this.keys = keys;
    this.findings = findings;
    queues = new QueueParser(keys, findings);
    sums = new PartitionSums(keys, findings);
  }

  /**
   * Parses all listed queues.
   *
   * @return the root queue; mistakes below it are among the findings
   * @throws QueueFileException at once if root has no queues: nothing else would make sense then
   */
  public QueueSpec parse() throws QueueFileException {
    if (keys.list(QueueKeys.QUEUES.of(QueueSpec.ROOT)).isEmpty()) {
      findings.refuse(QueueKeys.QUEUES.of(QueueSpec.ROOT), "the names of the queues below root");
      findings.throwIfRefused();
    }
    return queue(QueueSpec.ROOT, QueueWeight.EQUAL, Inherited.DEFAULT, 1);
  }

  private QueueSpec queue(String path, QueueWeight weight, Inherited parent, int level) {
    KeyLookup queue = KeyLookup.ofListed(keys, path);
    Inherited inherited = queues.inherited(queue, parent);
    List<String> listed = children(path, level);
    Map<String, QueueWeight> weights = new SiblingWeights(keys, findings).read(listed);
    QueueSpec parsed =
        queues.parse(
            queue,
            weight,
            inherited,
            QueueCreation.read(keys, queue, inherited, listed, findings),
            listed.stream()
                .map(
                    child -> {
                      QueueWeight ofChild = weights.getOrDefault(child, QueueWeight.EQUAL);
                      return queue(child, ofChild, inherited, level + 1);
                    })
                .toList());
    sums.check(parsed);
    return parsed;
  }

  /** Full paths of the queues listed below one; none below too many others. */
  private List<String> children(String path, int level) {
    Set<String> names = childNames(path);
    if (level >= QueueSpec.MAXIMUM_LEVELS && !names.isEmpty()) {
      findings.refuse(
          QueueKeys.QUEUES.of(path),
          "at most " + QueueSpec.MAXIMUM_LEVELS + " levels of queues, root's among them");
      return List.of();
    }
    return names.stream().map(name -> path + "." + name).toList();
  }

  private Set<String> childNames(String path) {
    String key = QueueKeys.QUEUES.of(path);
    Set<String> names = new LinkedHashSet<>();
    Set<String> repeated = new LinkedHashSet<>();
    for (String name : keys.list(key)) {
      if (name.isEmpty()) {
        findings.refuse(key, "no empty name between the commas");
      } else if (name.contains(".")) {
        findings.refuse(key, "names without a dot, not \"" + name + "\"");
      } else if (QueueNameRule.problem(name) != null) {
        findings.refuse(key, "names of queues, but " + QueueNameRule.problem(name));
      } else if (!names.add(name)) {
        repeated.add(name);
      }
    }
    for (String name : repeated) {
      findings.refuse(key, "each name once, but \"" + name + "\" is repeated");
    }
    return names;
  }
}
