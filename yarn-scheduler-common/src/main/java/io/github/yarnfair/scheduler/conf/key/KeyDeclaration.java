// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.key;

import io.github.yarnfair.scheduler.conf.key.QueueKey.Inheritance;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A key that is being declared: of each queue, not inherited, changed by the queue above. */
final class KeyDeclaration<T> {
  final String name;
  final KeyType<T> type;
  final T byDefault;
  final boolean isPlain;
  Set<QueueKind> kinds = EnumSet.allOf(QueueKind.class);
  Inheritance inheritance = Inheritance.NONE;
  @Nullable T ofFlexible;
  KeyOwner owner = KeyOwner.PARENT;
  Refresh refresh = Refresh.AT_ONCE;
  String defaultText;

  private final Consumer<QueueKey<?>> declared;

  /**
   * @param isPlain whether the value depends on the key alone
   * @param declared takes the key
   */
  KeyDeclaration(
      String name, KeyType<T> type, T byDefault, boolean isPlain, Consumer<QueueKey<?>> declared) {
    this.name = name;
    this.type = type;
    this.byDefault = byDefault;
    this.isPlain = isPlain;
    this.declared = declared;
    defaultText = byDefault.equals("") ? "" : "`" + byDefault + "`";
  }

  /** Limits the queues in which the key has an effect. */
  KeyDeclaration<T> of(QueueKind first, QueueKind... others) {
    kinds = EnumSet.of(first, others);
    return this;
  }

  /** Limits the key to leaf queues, created ones among them. */
  KeyDeclaration<T> ofLeafQueues() {
    return of(QueueKind.LEAF, QueueKind.CREATED);
  }

  /** Unless a queue sets it, it has the value of the queue above. */
  KeyDeclaration<T> inherited() {
    inheritance = Inheritance.PARENT;
    return this;
  }

  /** Unless a queue sets it, the key of the same name without a queue applies. */
  KeyDeclaration<T> elseOfAllQueues() {
    inheritance = Inheritance.ALL_QUEUES;
    return this;
  }

  /**
   * As {@link #elseOfAllQueues()}, but for queues that {@code auto-queue-creation-v2} creates.
   *
   * @param ofCreated value of these
   */
  KeyDeclaration<T> elseOfAllQueuesBut(T ofCreated) {
    ofFlexible = ofCreated;
    return elseOfAllQueues();
  }

  /** Replaces the default on the page of keys, in Markdown; empty: the text states it. */
  KeyDeclaration<T> byDefault(String onPage) {
    defaultText = onPage;
    return this;
  }

  /** Names the queue that a user must administer to change it. */
  KeyDeclaration<T> ownedBy(KeyOwner queue) {
    owner = queue;
    return this;
  }

  /** States the effect of a refresh. */
  KeyDeclaration<T> atRefresh(Refresh effect) {
    refresh = effect;
    return this;
  }

  /**
   * Declares the key.
   *
   * @param text its meaning for the page of keys, in Markdown
   */
  QueueKey<T> says(String text) {
    QueueKey<T> key = new QueueKey<>(this, text);
    declared.accept(key);
    return key;
  }
}
