// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.key;

import io.github.yarnfair.scheduler.conf.Findings;
import io.github.yarnfair.scheduler.conf.KeyReader;
import java.util.EnumSet;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A key of a queue in {@code capacity-scheduler.xml}, with all that the project knows of it: known
 * names, parsing, inheritance, rights and the page of keys are derived from {@link QueueKeys}.
 * Immutable.
 *
 * @param <T> type of its value
 */
public final class QueueKey<T> {
  private static final String LABEL = "<label>";
  private static final String USER = "<user>";

  private final String name;
  private final KeyType<T> type;
  private final T byDefault;
  private final boolean isPlain;
  private final Set<QueueKind> kinds;
  private final Inheritance inheritance;
  private final @Nullable T ofFlexible;
  private final KeyOwner owner;
  private final Refresh refresh;
  private final String defaultText;
  private final String text;
  private final Pattern pattern;

  /** Where the value comes from if a queue does not set the key. */
  enum Inheritance {
    /** The default. */
    NONE,

    /** The value of the queue above; the default at root. */
    PARENT,

    /** The key of the same name without a queue, then the default. */
    ALL_QUEUES
  }

  QueueKey(KeyDeclaration<T> declared, String text) {
    name = declared.name;
    type = declared.type;
    byDefault = declared.byDefault;
    isPlain = declared.isPlain;
    kinds = EnumSet.copyOf(declared.kinds);
    inheritance = declared.inheritance;
    ofFlexible = declared.ofFlexible;
    owner = declared.owner;
    refresh = declared.refresh;
    defaultText = declared.defaultText;
    this.text = text;
    // A label has no dots, the name of a user may.
    pattern =
        Pattern.compile(
            Pattern.quote(name).replace(LABEL, "\\E[^.]+\\Q").replace(USER, "\\E.+\\Q"));
  }

  /** Returns what follows the path of a queue; {@code <label>} or {@code <user>} is any name. */
  public String name() {
    return name;
  }

  /** Returns whether the value depends on the key alone, and not on other keys of the queue. */
  boolean isPlain() {
    return isPlain;
  }

  /** Returns whether the key without a queue is the default of all queues. */
  public boolean hasDefaultOfAll() {
    return inheritance == Inheritance.ALL_QUEUES;
  }

  /** Returns the queue that a user must administer to change the key. */
  public KeyOwner owner() {
    return owner;
  }

  /** Returns whether the key has an effect in queues of a kind, be it set there or inherited. */
  boolean isFor(QueueKind kind) {
    return kinds.contains(kind);
  }

  /** Returns the key's full name for a queue. */
  public String of(String path) {
    return KeyReader.queueKey(path, name);
  }

  /** Returns the full name of the key without a queue, which is the default of all queues. */
  public String ofAllQueues() {
    return KeyReader.PREFIX + name;
  }

  /** Returns the key's name for a label or user. */
  String nameOf(String labelOrUser) {
    return name.replace(LABEL, labelOrUser).replace(USER, labelOrUser);
  }

  /**
   * Returns the full name of the key that means the same in a partition.
   *
   * @param label empty: the partition of the nodes without a label
   */
  public String inPartition(String path, String label) {
    return label.isEmpty()
        ? of(path)
        : KeyReader.queueKey(path, QueueKeys.LABEL_PREFIX + label + "." + name);
  }

  /** Returns whether this is the key of a name in which labels and users are written out. */
  boolean matches(String property) {
    return pattern.matcher(property).matches();
  }

  /** Returns the value that a queue or its templates set; the default if they do not. */
  public T read(KeyLookup queue, Findings findings) {
    return type.read(queue.reader(), queue.key(this), byDefault, findings);
  }

  /**
   * Returns the value of a full name, or the default.
   *
   * @param key as {@link #of} or {@link #ofAllQueues} return it
   */
  public T read(KeyReader keys, String key, Findings findings) {
    return type.read(keys, key, byDefault, findings);
  }

  /** Returns the value that a queue sets or inherits. */
  T read(KeyLookup queue, QueueValues parent, Findings findings) {
    return type.read(queue.reader(), queue.key(this), unlessSet(queue, parent, findings), findings);
  }

  private T unlessSet(KeyLookup queue, QueueValues parent, Findings findings) {
    return switch (inheritance) {
      case NONE -> byDefault;
      case PARENT -> parent.get(this);
      case ALL_QUEUES ->
          ofFlexible != null && queue.isOfFlexibleKind()
              ? ofFlexible
              : read(queue.reader(), ofAllQueues(), findings);
    };
  }

  /** Returns the value that applies where nothing sets or passes on another. */
  public T byDefault() {
    return byDefault;
  }

  /** Returns the meaning of the key for the page of keys, in Markdown. */
  public String page() {
    StringJoiner facts = new StringJoiner("; ", " *", ".*");
    facts.add(kindsText());
    if (!defaultText.isEmpty()) {
      facts.add(
          switch (inheritance) {
            case NONE -> defaultText + " unless set";
            case PARENT -> "inherited, " + defaultText + " at root";
            case ALL_QUEUES -> "unless set, the key of all queues, " + defaultText;
          });
    }
    if (!refresh.text().isEmpty()) {
      facts.add(refresh.text());
    }
    return text + facts;
  }

  private String kindsText() {
    Set<QueueKind> places = EnumSet.copyOf(kinds);
    places.remove(QueueKind.CREATED);
    if (places.isEmpty()) {
      return "Created queues";
    }
    String of =
        switch (places.size()) {
          case 1 -> "Leaf queues";
          case 2 -> isFor(QueueKind.LEAF) ? "Each queue but root" : "Queues of queues";
          default -> "Each queue";
        };
    return isFor(QueueKind.CREATED) ? of : of + ", listed ones only";
  }

  @Override
  public String toString() {
    return name;
  }
}
