// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.snapshot;

import io.github.yarnfair.scheduler.model.Application;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Copies something of each application, in the slices in which the shares are copied.
 *
 * @param <T> what is copied of an application
 */
public final class ApplicationCopies<T> implements ClusterReader.Visitor {
  private final Function<Application, @Nullable T> copy;
  private final List<T> all = new ArrayList<>();

  /**
   * @param copy copies, under the lock; returns null for an application that is left out
   */
  public ApplicationCopies(Function<Application, @Nullable T> copy) {
    this.copy = copy;
  }

  @Override
  public void begin() {
    all.clear();
  }

  @Override
  public void visit(Application application) {
    T copied = copy.apply(application);
    if (copied != null) {
      all.add(copied);
    }
  }

  /** Returns the copies, in the order in which the applications were visited. */
  public List<T> all() {
    return all;
  }
}
