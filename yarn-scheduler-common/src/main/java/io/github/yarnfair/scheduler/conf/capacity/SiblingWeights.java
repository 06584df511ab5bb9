// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.capacity;

import io.github.yarnfair.scheduler.conf.Findings;
import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the capacities of one parent's children, which may be of several kinds. */
public final class SiblingWeights {
  private final KeyReader keys;
  private final Findings findings;
  private final Map<String, QueueWeight> configured = new LinkedHashMap<>();

  public SiblingWeights(KeyReader keys, Findings findings) {
    this.keys = keys;
    this.findings = findings;
  }

  /**
   * The weights of all children.
   *
   * <p>If none of them configures a capacity they are equal. If some do, one that does not gets
   * what the others leave, as under CapacityScheduler; that is warned of.
   *
   * @param paths full paths of the children
   */
  public Map<String, QueueWeight> read(List<String> paths) {
    paths.forEach(path -> readOne(path, capacityKey(path)));
    boolean noneSet = paths.stream().noneMatch(path -> keys.raw(capacityKey(path)) != null);
    Map<String, QueueWeight> weights = new LinkedHashMap<>();
    for (String path : paths) {
      QueueWeight weight = configured.get(path);
      if (weight == null && !noneSet && keys.raw(capacityKey(path)) == null) {
        findings.warn(
            capacityKey(path), "siblings have a capacity, so this queue gets what they leave");
        weight = new QueueWeight.Percentage(0);
      }
      weights.put(path, weight == null ? QueueWeight.EQUAL : weight);
    }
    return weights;
  }

  /**
   * The weight of a queue that is created beside listed ones: {@code 1w} if it configures none, as
   * under CapacityScheduler, but beside percentages or vectors it gets what these leave.
   *
   * @param paths full paths of those that are listed, which have been {@link #read} before
   * @param capacityKey its own key or that of a template
   */
  public QueueWeight readBeside(List<String> paths, String capacityKey) {
    if (keys.raw(capacityKey) != null) {
      readOne(capacityKey, capacityKey);
      return configured.getOrDefault(capacityKey, QueueWeight.EQUAL);
    }
    List<QueueWeight> beside = listed(paths);
    if (beside.isEmpty() || beside.stream().anyMatch(QueueWeight.Weight.class::isInstance)) {
      return QueueWeight.EQUAL;
    }
    findings.warn(
        capacityKey, "the queues listed beside it have a capacity, so it gets what these leave");
    return new QueueWeight.Percentage(0);
  }

  /** The weights of listed queues that tell of which kind they are. */
  private List<QueueWeight> listed(List<String> paths) {
    // What is wrong with these has been found already.
    SiblingWeights listed = new SiblingWeights(keys, new Findings(keys));
    paths.forEach(path -> listed.readOne(path, capacityKey(path)));
    return listed.configured.values().stream()
        .filter(weight -> !SiblingCapacities.isNeutral(weight))
        .toList();
  }

  private void readOne(String path, String key) {
    String text = keys.trimmed(key);
    if (text != null) {
      try {
        configured.put(path, CapacitySyntax.weight(text));
      } catch (IllegalArgumentException e) {
        findings.refuse(key, String.valueOf(e.getMessage()));
      }
    }
  }

  private static String capacityKey(String path) {
    return QueueKeys.CAPACITY.of(path);
  }
}
