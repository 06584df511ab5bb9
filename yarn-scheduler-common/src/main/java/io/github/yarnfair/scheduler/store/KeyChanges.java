// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.store;

import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.conf.QueueFileException;
import io.github.yarnfair.scheduler.conf.Variables;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.webapp.dao.QueueConfigInfo;
import org.apache.hadoop.yarn.webapp.dao.SchedConfUpdateInfo;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a request changes, in the order in which CapacityScheduler applies its parts:
 * queues are removed, added and updated, then keys of all queues are set.
 *
 * <p>Hadoop's own class for this removes the keys of a queue by a regular expression that the
 * queue's path is put into as it is, so that removing {@code root.a.b} takes the keys of {@code
 * root.a_b} with it; it also adds queues below queues that are not there, and stops at the first
 * mistake.
 */
final class KeyChanges {
  private final TreeMap<String, String> now = new TreeMap<>();
  private final Map<String, @Nullable String> changes = new LinkedHashMap<>();
  private final Set<String> mentioned = new LinkedHashSet<>();
  private final List<String> problems = new ArrayList<>();

  private KeyChanges(Configuration stored) {
    stored.forEach(entry -> now.put(entry.getKey(), entry.getValue()));
  }

  /**
   * Returns the keys to change with their new values, null for those to remove.
   *
   * @param stored not changed
   * @param optionPrefix what the options of the scheduler itself begin with: they are not in the
   *     store
   * @throws QueueFileException with one line for each part of the request that cannot be applied
   */
  static Map<String, @Nullable String> of(
      Configuration stored, @Nullable SchedConfUpdateInfo request, String optionPrefix)
      throws QueueFileException {
    KeyChanges keys = new KeyChanges(stored);
    if (request == null) {
      keys.problems.add("The request is empty: expected sched-conf with queues or global-updates");
    } else {
      keys.apply(request, optionPrefix);
    }
    if (!keys.problems.isEmpty()) {
      throw new QueueFileException(keys.problems);
    }
    return keys.changes;
  }

  private void apply(SchedConfUpdateInfo request, String optionPrefix) {
    list(request.getRemoveQueueInfo()).forEach(this::remove);
    for (QueueConfigInfo queue : list(request.getAddQueueInfo())) {
      add(queue);
    }
    for (QueueConfigInfo queue : list(request.getUpdateQueueInfo())) {
      update(queue);
    }
    for (String queue : mentioned) {
      if (!isListed(queue)) {
        refuse("queue", queue, "a queue that is listed, or added by the same request");
      }
    }
    Map<String, String> all = request.getGlobalParams();
    if (all != null) {
      all.forEach((key, value) -> setForAll(key, value, optionPrefix));
    }
  }

  private static <T> List<T> list(@Nullable List<T> elements) {
    return elements == null ? List.of() : elements.stream().filter(Objects::nonNull).toList();
  }

  private void remove(String requested) {
    String path = path("remove-queue", requested);
    if (path == null) {
      return;
    }
    List<String> siblings = children(parent(path));
    if (!isListed(path)) {
      refuse("remove-queue", path, "a queue that is listed");
    } else {
      siblings.remove(name(path));
      setChildren(parent(path), siblings);
      if (siblings.isEmpty()) {
        // A queue of queues becomes a leaf queue, whose orders have other names.
        set(QueueKeys.ORDERING_POLICY.of(parent(path)), null);
      }
      String prefix = KeyReader.queueKey(path, "");
      List.copyOf(now.tailMap(prefix).keySet()).stream()
          .takeWhile(key -> key.startsWith(prefix))
          .forEach(key -> set(key, null));
    }
  }

  private void add(QueueConfigInfo queue) {
    String path = path("add-queue", queue.getQueue());
    if (path == null) {
      return;
    }
    List<String> siblings = children(parent(path));
    if (siblings.contains(name(path))) {
      refuse("add-queue", path, "a queue that is not listed yet");
      return;
    }
    if (siblings.isEmpty()) {
      // A leaf queue becomes a queue of queues.
      set(QueueKeys.ORDERING_POLICY.of(parent(path)), null);
    }
    siblings.add(name(path));
    setChildren(parent(path), siblings);
    setAll(path, queue);
  }

  private void update(QueueConfigInfo queue) {
    boolean isRoot = QueueSpec.ROOT.equals(queue.getQueue());
    String path = isRoot ? QueueSpec.ROOT : path("update-queue", queue.getQueue());
    if (path != null) {
      setAll(path, queue);
    }
  }

  private void setAll(String path, QueueConfigInfo queue) {
    mentioned.add(path);
    Map<String, String> properties = queue.getParams();
    if (properties != null) {
      properties.forEach((key, value) -> setRequested(KeyReader.queueKey(path, key), value));
    }
  }

  private void setForAll(@Nullable String key, @Nullable String value, String optionPrefix) {
    if (key == null || key.isBlank()) {
      problems.add("global-updates: expected a key for each value");
    } else if (key.startsWith(optionPrefix)) {
      problems.add(
          "global-updates: %s = \"%s\": expected a key of the queues; the options of the scheduler"
                  .formatted(LogText.of(key), LogText.of(String.valueOf(value)))
              + " itself are read from yarn-site.xml at each refresh");
    } else {
      setRequested(key, value);
    }
  }

  /** Variables would stand for the environment, and for all keys of the ResourceManager. */
  private void setRequested(String key, @Nullable String value) {
    if (Variables.areIn(value)) {
      problems.add(Variables.refusal(key, value));
    } else {
      set(key, value);
    }
  }

  /** An empty value removes the key, as in Hadoop's stores. */
  private void set(String key, @Nullable String value) {
    String effective = value == null || value.isEmpty() ? null : value;
    if (effective == null) {
      now.remove(key);
    } else {
      now.put(key, effective);
    }
    changes.put(key, effective);
  }

  /** Returns a path that a queue may have, or null for another, which is refused. */
  private @Nullable String path(String operation, @Nullable String path) {
    if (Variables.areIn(path)) {
      refuse(
          operation,
          String.valueOf(path),
          "a path without ${...}: variables in requests are not replaced");
      return null;
    }
    if (path != null
        && path.startsWith(QueueSpec.ROOT + ".")
        && Arrays.stream(path.split("\\.", -1)).noneMatch(String::isBlank)) {
      return path;
    }
    refuse(
        operation, String.valueOf(path), "a path below root without empty names, such as root.a");
    return null;
  }

  private void refuse(String operation, String path, String expected) {
    problems.add("%s \"%s\": expected %s".formatted(operation, LogText.of(path), expected));
  }

  private boolean isListed(String path) {
    return path.equals(QueueSpec.ROOT)
        || (isListed(parent(path)) && children(parent(path)).contains(name(path)));
  }

  private List<String> children(String path) {
    List<String> names = new ArrayList<>();
    for (String name : now.getOrDefault(QueueKeys.QUEUES.of(path), "").split(",", -1)) {
      if (!name.isBlank()) {
        names.add(name.strip());
      }
    }
    return names;
  }

  private void setChildren(String path, List<String> names) {
    set(QueueKeys.QUEUES.of(path), String.join(",", names));
  }

  private static String parent(String path) {
    return path.substring(0, path.lastIndexOf('.'));
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }
}
