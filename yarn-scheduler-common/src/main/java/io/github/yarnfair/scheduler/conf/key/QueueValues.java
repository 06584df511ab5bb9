// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.key;

import io.github.yarnfair.scheduler.conf.Findings;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The values of one queue's plain keys, inherited ones among them. Immutable. */
public final class QueueValues {
  /** The defaults, which root inherits. */
  public static final QueueValues DEFAULTS = defaults();

  private final Map<QueueKey<?>, Object> values;

  private QueueValues(Map<QueueKey<?>, Object> values) {
    this.values = Map.copyOf(values);
  }

  private static QueueValues defaults() {
    Map<QueueKey<?>, Object> values = new HashMap<>();
    QueueKeys.plain().forEach(key -> values.put(key, Objects.requireNonNull(key.byDefault())));
    return new QueueValues(values);
  }

  /**
   * Reads the values of a queue.
   *
   * @param parent values of the queue above
   */
  public static QueueValues read(KeyLookup queue, QueueValues parent, Findings findings) {
    Map<QueueKey<?>, Object> values = new HashMap<>();
    for (QueueKey<?> key : QueueKeys.plain()) {
      values.put(key, Objects.requireNonNull(key.read(queue, parent, findings)));
    }
    return new QueueValues(values);
  }

  /**
   * Returns the value of a key.
   *
   * @throws NullPointerException if the key is not plain
   */
  @SuppressWarnings("unchecked") // A value was read by its key's own type.
  public <T> T get(QueueKey<T> key) {
    return (T) Objects.requireNonNull(values.get(key));
  }

  /** Returns the values that have an effect in queues of a kind, by key, in the order of names. */
  public Map<String, String> of(QueueKind kind) {
    Map<String, String> shown = new LinkedHashMap<>();
    QueueKeys.plain().stream()
        .filter(key -> key.isFor(kind))
        .forEach(key -> shown.put(key.name(), String.valueOf(values.get(key))));
    return shown;
  }
}
