// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.model.ShareLedger;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.jspecify.annotations.Nullable;

/**
 * All objects that strong references reach from a scheduler and so from its ResourceManager's
 * context, from the metrics, and from the static fields of the classes met: through fields, arrays,
 * maps and collections. Other objects of the JDK are not looked into.
 */
public final class ReachableObjects {
  private static final Set<String> OF_YARN =
      Set.of("io.github.yarnfair.", "org.apache.hadoop.yarn.");

  private final HierarchicalScheduler scheduler;
  private final IdentityHashMap<Object, Step> reached = new IdentityHashMap<>();
  private final Deque<Object> pending = new ArrayDeque<>();
  private final Set<Class<?>> classes = new HashSet<>();

  /** Where an object was met first. */
  private record Step(@Nullable Object from, String by) {}

  private ReachableObjects(HierarchicalScheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** Walks from a scheduler; the test's thread must be the only one at work. */
  public static ReachableObjects of(HierarchicalScheduler scheduler) {
    ReachableObjects objects = new ReachableObjects(scheduler);
    objects.add(null, "scheduler", scheduler);
    objects.add(null, "QueueMetrics", QueueMetrics.getQueueMetrics());
    objects.add(null, "metrics system", DefaultMetricsSystem.instance());
    while (!objects.pending.isEmpty()) {
      objects.expand(objects.pending.poll());
    }
    return objects;
  }

  /** Returns the tree in force, its ledger and its root queue, for when they are replaced. */
  public static List<WeakReference<?>> inForce(HierarchicalScheduler scheduler) {
    QueueTree queues = scheduler.queues();
    return List.of(
        new WeakReference<>(queues),
        new WeakReference<>(queues.ledger()),
        new WeakReference<>(queues.ledger().tree()),
        new WeakReference<>(queues.root()));
  }

  /** Returns how many objects of a class are reachable. */
  public long count(Class<?> type) {
    return reached.keySet().stream().filter(type::isInstance).count();
  }

  /** Returns how many objects are reachable of classes of YARN and of the schedulers. */
  public int ofYarn() {
    return (int) reached.keySet().stream().filter(object -> isOfYarn(object.getClass())).count();
  }

  private static boolean isOfYarn(Class<?> type) {
    return OF_YARN.stream().anyMatch(type.getName()::startsWith);
  }

  /**
   * Returns the paths to queues, ledgers and trees that are not the ones in force, and to
   * applications and attempts that the scheduler has removed.
   */
  public List<String> pathsToReplaced() {
    return reached.keySet().stream().filter(this::isReplaced).map(this::path).sorted().toList();
  }

  private boolean isReplaced(Object object) {
    QueueTree inForce = scheduler.queues();
    if (object instanceof FairQueue queue) {
      return inForce.find(queue.getQueueName()) != queue;
    }
    if (object instanceof QueueTree || object instanceof ShareLedger) {
      return object != inForce && object != inForce.ledger();
    }
    if (object instanceof AppAttempt attempt) {
      return isReplaced(attempt.application())
          || attempt.application().getCurrentAppAttempt() != attempt;
    }
    return object instanceof Application application
        && scheduler.services().state().applications().find(application.id()) != application;
  }

  private String path(Object object) {
    StringBuilder path = new StringBuilder(object.getClass().getSimpleName() + " " + object);
    Step step = reached.get(object);
    while (step != null) {
      String owner = step.from() == null ? "" : step.from().getClass().getSimpleName();
      path.insert(0, owner + "." + step.by() + " -> ");
      step = step.from() == null ? null : reached.get(step.from());
    }
    return path.toString();
  }

  private void add(@Nullable Object from, String by, @Nullable Object object) {
    if (object != null && !isOpaque(object) && !reached.containsKey(object)) {
      reached.put(object, new Step(from, by));
      pending.add(object);
    }
  }

  private static boolean isOpaque(Object object) {
    return object instanceof String
        || object instanceof Number
        || object instanceof Boolean
        || object instanceof Class
        || object instanceof ClassLoader
        || object instanceof Thread
        || object instanceof Reference
        || object instanceof Configuration
        || (object.getClass().isArray() && object.getClass().getComponentType().isPrimitive());
  }

  private void expand(Object object) {
    if (object instanceof Object[] array) {
      addAll(object, List.of("[]"), array);
    } else if (object instanceof Map<?, ?> map) {
      entries(map).forEach(entry -> addAll(object, List.of("key", "value"), entry));
    } else if (object instanceof Collection<?> collection) {
      addAll(object, List.of("element"), elements(collection));
    } else if (object instanceof AtomicReference<?> reference) {
      add(object, "value", reference.get());
    } else if (object instanceof ThreadPoolExecutor executor) {
      add(object, "queue", executor.getQueue());
    }
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      addFields(object, type);
    }
  }

  private void addAll(Object from, List<String> names, @Nullable Object[] objects) {
    for (int i = 0; i < objects.length; i++) {
      add(from, names.get(i % names.size()), objects[i]);
    }
  }

  private void addFields(Object object, Class<?> type) {
    if (isOfJdk(type)) {
      return;
    }
    boolean isNew = classes.add(type);
    for (Field field : type.getDeclaredFields()) {
      boolean isStatic = Modifier.isStatic(field.getModifiers());
      if (!field.getType().isPrimitive() && (!isStatic || (isNew && isOfYarn(type)))) {
        add(isStatic ? type : object, field.getName(), read(field, object));
      }
    }
  }

  private static boolean isOfJdk(Class<?> type) {
    return type.getModule().isNamed() && !type.isHidden();
  }

  private static @Nullable Object read(Field field, Object object) {
    try {
      field.setAccessible(true);
      return field.get(object);
    } catch (InaccessibleObjectException | IllegalAccessException e) {
      throw new IllegalStateException("cannot look into " + field, e);
    }
  }

  private static List<@Nullable Object[]> entries(Map<?, ?> map) {
    while (true) {
      try {
        List<@Nullable Object[]> entries = new ArrayList<>();
        map.forEach((key, value) -> entries.add(new @Nullable Object[] {key, value}));
        return entries;
      } catch (ConcurrentModificationException e) {
        Thread.onSpinWait(); // A service of the ResourceManager is at it: look again.
      }
    }
  }

  private static @Nullable Object[] elements(Collection<?> collection) {
    while (true) {
      try {
        return collection.toArray();
      } catch (ConcurrentModificationException e) {
        Thread.onSpinWait();
      }
    }
  }
}
