// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.conf.QueueFileException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.jspecify.annotations.Nullable;

/**
 * Finds existing queues, by full path or by short name, and queues that could be created.
 * Immutable, except that names {@link #and and} created queues change with these. Any thread.
 *
 * <p>Users choose the names of created queues, so these change no other queue's name: {@code root}
 * is the root alone, and a short name that a listed queue has means listed queues alone. Only among
 * created queues, as under CapacityScheduler, may a short name become that of several.
 */
public final class QueueNames {
  private final QueueSpec root;

  /** The listed queues by full path. */
  private final Map<String, QueueSpec> byPath;

  /** Full paths of the listed queues by short name. */
  private final Map<String, List<String>> listed;

  private final Created created;

  /** The queues that have been created below the listed ones. Any thread. */
  public interface Created {
    /** Returns the created queue of a full path, or null. */
    @Nullable QueueSpec at(String path);

    /** Returns the full paths of all created queues of a short name. */
    List<String> pathsOf(String name);
  }

  /** The names of listed queues alone. */
  private enum Nothing implements Created {
    CREATED;

    @Override
    public @Nullable QueueSpec at(String path) {
      return null;
    }

    @Override
    public List<String> pathsOf(String name) {
      return List.of();
    }
  }

  /** Creates the names of a queue and of all queues listed below it. */
  public QueueNames(QueueSpec root) {
    this(
        root,
        root.subtree().collect(Collectors.toUnmodifiableMap(QueueSpec::path, queue -> queue)),
        root.subtree()
            .collect(
                Collectors.groupingBy(
                    QueueSpec::name,
                    Collectors.mapping(QueueSpec::path, Collectors.toUnmodifiableList()))),
        Nothing.CREATED);
  }

  private QueueNames(
      QueueSpec root,
      Map<String, QueueSpec> byPath,
      Map<String, List<String>> listed,
      Created created) {
    this.root = root;
    this.byPath = byPath;
    this.listed = listed;
    this.created = created;
  }

  /** Returns the names of the listed queues and of created ones. */
  public QueueNames and(Created queues) {
    return new QueueNames(root, byPath, listed, queues);
  }

  /** Returns the queue of a full path, or of a name that means one alone, or null. */
  public @Nullable QueueSpec find(String pathOrName) {
    QueueSpec queue = at(pathOrName);
    if (queue == null) {
      List<String> paths = pathsOf(pathOrName);
      queue = paths.size() == 1 ? at(paths.get(0)) : null;
    }
    return queue;
  }

  private @Nullable QueueSpec at(String path) {
    QueueSpec queue = byPath.get(path);
    return queue == null ? created.at(path) : queue;
  }

  /** Returns the full paths of all queues that a short name means. */
  public List<String> pathsOf(String name) {
    if (name.equals(QueueSpec.ROOT)) {
      return List.of(QueueSpec.ROOT);
    }
    List<String> paths = listed.get(name);
    return paths != null ? paths : created.pathsOf(name);
  }

  /**
   * Returns the full path that a target would have, whether there is a queue or not.
   *
   * @param target a full path, a short name, or a path below a name
   * @return null if there is not even a queue of its first part
   * @throws YarnException if it has an empty part, or begins with the name of several queues
   */
  public @Nullable String path(String target) throws YarnException {
    String[] parts = target.split("\\.", -1);
    for (String part : parts) {
      if (part.isBlank()) {
        throw new YarnException("\"" + LogText.of(target) + "\" has an empty part");
      }
    }
    List<String> first = pathsOf(parts[0]);
    if (first.size() > 1) {
      throw new YarnException(
          "%s is the name of several queues: %s"
              .formatted(LogText.of(parts[0]), LogText.of(first)));
    }
    return first.isEmpty() ? null : first.get(0) + target.substring(parts[0].length());
  }

  /**
   * Returns the queues to create so that a leaf queue of a name exists: parents first, the leaf
   * queue last. None if it exists.
   *
   * @param target as for {@link #path}
   * @throws YarnException saying why it is not created
   */
  public List<QueueSpec> missing(String target) throws YarnException {
    String path = path(target);
    if (path == null) {
      throw new YarnException("there is no queue " + LogText.of(target));
    }
    QueueSpec above = nearest(path);
    if (above.path().equals(path)) {
      return List.of();
    }
    QueueCreation creation = above.creation();
    if (creation == null) {
      throw new YarnException(
          "there is no queue %s, and none are created below %s"
              .formatted(LogText.of(target), above.path()));
    }
    List<String> names = List.of(path.substring(above.path().length() + 1).split("\\.", -1));
    if (names.size() > creation.depth()) {
      throw new YarnException(
          "there is no queue %s, and at most %d level(s) of queues are created below %s"
              .formatted(LogText.of(target), creation.depth(), above.path()));
    }
    check(target, path, names);
    try {
      return creation.queues(names);
    } catch (QueueFileException e) {
      throw new YarnException(e.getMessage(), e);
    }
  }

  /** Checks the names of queues that would be created. */
  private static void check(String target, String path, List<String> names) throws YarnException {
    if (names.contains(QueueCreation.ANY)) {
      throw new YarnException(
          LogText.of(target) + " is no path of a queue: * stands for any in templates");
    }
    for (String name : names) {
      String problem = QueueNameRule.problem(name);
      if (problem != null) {
        throw new YarnException("no queue is created of that name: " + problem);
      }
    }
    if (path.split("\\.", -1).length > QueueSpec.MAXIMUM_LEVELS) {
      throw new YarnException(
          "there is no queue %s, and there may be at most %d levels of queues"
              .formatted(LogText.of(target), QueueSpec.MAXIMUM_LEVELS));
    }
  }

  /** Returns the queue of a full path, or the nearest existing queue above it. */
  public QueueSpec nearest(String path) {
    String candidate = path;
    QueueSpec queue = at(candidate);
    while (queue == null && candidate.contains(".")) {
      candidate = candidate.substring(0, candidate.lastIndexOf('.'));
      queue = at(candidate);
    }
    return queue == null ? root : queue;
  }
}
