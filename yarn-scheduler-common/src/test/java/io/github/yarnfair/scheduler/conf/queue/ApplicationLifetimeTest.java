// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import io.github.yarnfair.scheduler.conf.file.Keys;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractCSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.QueueAppLifetimeAndLimitSettings;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.QueuePath;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ApplicationLifetimeTest {
  private static final List<Long> VALUES = List.of(-1L, 0L, 5L, 10L);

  /**
   * All maxima and defaults of root, root.a and root.a.b against CapacityScheduler's own class. A
   * queue sees three values of its parent, so each such triple is tried once.
   */
  @Test
  void queuesInheritAsUnderCapacityScheduler() {
    Set<ApplicationLifetime> roots = accepted("root", null);
    Set<ApplicationLifetime> parents = new LinkedHashSet<>();
    roots.forEach(root -> parents.addAll(accepted("root.a", root)));
    Set<ApplicationLifetime> leaves = new LinkedHashSet<>();
    parents.forEach(parent -> leaves.addAll(accepted("root.a.b", parent)));
    assertThat(List.of(roots.size(), parents.size(), leaves.size())).allMatch(n -> n >= 9);
  }

  /** Returns the lifetimes that both accept below a parent; what one refuses the other does too. */
  private static Set<ApplicationLifetime> accepted(
      String path, @Nullable ApplicationLifetime parent) {
    Set<ApplicationLifetime> accepted = new LinkedHashSet<>();
    for (long most : VALUES) {
      for (long usual : VALUES) {
        ApplicationLifetime ours;
        try {
          ours =
              parent == null
                  ? ApplicationLifetime.ofRoot(most, usual)
                  : parent.inheritedBy(most, usual);
        } catch (IllegalArgumentException e) {
          assertThatThrownBy(() -> settings(parent, path, most, usual))
              .isInstanceOf(YarnRuntimeException.class);
          continue;
        }
        QueueAppLifetimeAndLimitSettings theirs = settings(parent, path, most, usual);
        assertThat(ours)
            .as("%s below %s with maximum %d, default %d", path, parent, most, usual)
            .isEqualTo(
                new ApplicationLifetime(
                    theirs.getMaxApplicationLifetime(),
                    theirs.getDefaultApplicationLifetime(),
                    theirs.isDefaultAppLifetimeWasSpecifiedInConfig()));
        accepted.add(ours);
      }
    }
    return accepted;
  }

  private static QueueAppLifetimeAndLimitSettings settings(
      @Nullable ApplicationLifetime parent, String path, long most, long usual) {
    CapacitySchedulerConfiguration conf = new CapacitySchedulerConfiguration(Keys.conf(), false);
    QueuePath queuePath = new QueuePath(path);
    conf.setMaximumLifetimePerQueue(queuePath, most);
    conf.setDefaultLifetimePerQueue(queuePath, usual);
    AbstractCSQueue above = parent == null ? null : queue(parent);
    AbstractCSQueue queue = mock(AbstractCSQueue.class, withSettings().stubOnly());
    when(queue.getParent()).thenReturn(above);
    when(queue.getQueuePathObject()).thenReturn(queuePath);
    return new QueueAppLifetimeAndLimitSettings(conf, queue, queuePath);
  }

  private static AbstractCSQueue queue(ApplicationLifetime lifetime) {
    AbstractCSQueue queue = mock(AbstractCSQueue.class, withSettings().stubOnly());
    when(queue.getMaximumApplicationLifetime()).thenReturn(lifetime.maximum());
    when(queue.getDefaultApplicationLifetime()).thenReturn(lifetime.byDefault());
    when(queue.getDefaultAppLifetimeWasSpecifiedInConfig()).thenReturn(lifetime.isDefaultSet());
    return queue;
  }

  @Test
  void anApplicationGetsAtMostTheMaximum() {
    ApplicationLifetime both = ApplicationLifetime.UNLIMITED.inheritedBy(20, 10);
    assertThat(both.of(-1)).isEqualTo(10);
    assertThat(both.of(15)).isEqualTo(15);
    assertThat(both.of(30)).isEqualTo(20);
    ApplicationLifetime none = ApplicationLifetime.UNLIMITED;
    assertThat(none.of(-1)).isEqualTo(-1);
    assertThat(none.of(30)).isEqualTo(30);
  }

  @Test
  void wrongLifetimeIsNamed() {
    assertThatThrownBy(
            () ->
                Keys.load(
                    "root.queues", "a",
                    "root.maximum-application-lifetime", "20",
                    "root.a.default-application-lifetime", "30"))
        .hasMessageContaining("root.a.default-application-lifetime")
        .hasMessageContaining("30")
        .hasMessageContaining("at most the maximum lifetime, 20");
    assertThatThrownBy(
            () -> Keys.load("root.queues", "a", "root.a.maximum-application-lifetime", "1d"))
        .hasMessageContaining("root.a.maximum-application-lifetime")
        .hasMessageContaining("1d")
        .hasMessageContaining("a whole number");
  }
}
