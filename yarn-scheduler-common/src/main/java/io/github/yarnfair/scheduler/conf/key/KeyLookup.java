// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.key;

import io.github.yarnfair.scheduler.conf.KeyReader;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** By which keys a queue is configured: its own or, if it is created, those of its templates. */
public final class KeyLookup {
  private static final String LABELS = QueueKeys.LABEL_PREFIX;

  /** Before and after the name of a user. */
  private static final String[] USERS = QueueKeys.USER_WEIGHT.name().split("<user>", 2);

  private final KeyReader keys;
  private final String path;
  private final List<String> templates;

  private KeyLookup(KeyReader keys, String path, List<String> templates) {
    this.keys = keys;
    this.path = path;
    this.templates = List.copyOf(templates);
  }

  /** The keys of a queue that its parent's list names. */
  public static KeyLookup ofListed(KeyReader keys, String path) {
    return new KeyLookup(keys, path, List.of());
  }

  /**
   * The keys of a queue that is created.
   *
   * @param templates what the keys of templates begin with, those that win first; at least one
   */
  public static KeyLookup ofCreated(KeyReader keys, String path, List<String> templates) {
    return new KeyLookup(keys, path, templates);
  }

  KeyReader reader() {
    return keys;
  }

  public String path() {
    return path;
  }

  public String name() {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  /** Whether it is created by {@code auto-create-child-queue}. */
  public boolean isOfLegacyKind() {
    return templates.stream()
        .anyMatch(template -> template.endsWith(KeyTemplate.LEGACY_LEAF.prefix()));
  }

  public boolean isCreated() {
    return !templates.isEmpty();
  }

  /**
   * Whether it is created by {@code auto-queue-creation-v2}. CapacityScheduler gives such a leaf
   * queue no default of all queues for what its masters and each of its users may take.
   */
  public boolean isOfFlexibleKind() {
    return isCreated() && !isOfLegacyKind();
  }

  /**
   * The labels of which a key configures the queue's part of the partition, in alphabetical order.
   */
  public Set<String> configuredLabels() {
    Set<String> labels = new TreeSet<>();
    addLabels(KeyReader.queueKey(path, LABELS), labels);
    templates.forEach(template -> addLabels(template + LABELS, labels));
    return labels;
  }

  private void addLabels(String prefix, Set<String> labels) {
    for (String key : keys.startingWith(prefix)) {
      int end = key.indexOf('.', prefix.length());
      if (end > prefix.length()) {
        labels.add(key.substring(prefix.length(), end));
      }
    }
  }

  /** The users of whom a key sets the weight, in alphabetical order; a name may have dots. */
  public Set<String> configuredUsers() {
    Set<String> users = new TreeSet<>();
    addUsers(KeyReader.queueKey(path, USERS[0]), users);
    templates.forEach(template -> addUsers(template + USERS[0], users));
    return users;
  }

  private void addUsers(String prefix, Set<String> users) {
    for (String key : keys.startingWith(prefix)) {
      int end = key.length() - USERS[1].length();
      if (end > prefix.length() && key.endsWith(USERS[1])) {
        users.add(key.substring(prefix.length(), end));
      }
    }
  }

  /** Returns the full name of the key that configures the queue; its own if none is set. */
  public String key(QueueKey<?> key) {
    return key(key.name());
  }

  /** Returns the same of a key with the name of a label or user in it. */
  public String key(QueueKey<?> key, String labelOrUser) {
    return key(key.nameOf(labelOrUser));
  }

  private String key(String property) {
    String own = KeyReader.queueKey(path, property);
    if (keys.raw(own) == null) {
      for (String template : templates) {
        if (keys.raw(template + property) != null) {
          return template + property;
        }
      }
    }
    return own;
  }
}
