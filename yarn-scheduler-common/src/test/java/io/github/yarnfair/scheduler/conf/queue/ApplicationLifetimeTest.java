// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import io.github.yarnfair.scheduler.conf.file.Keys;
import java.util.List;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractCSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.QueueAppLifetimeAndLimitSettings;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.QueuePath;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ApplicationLifetimeTest {
  private static final List<Long> VALUES = List.of(-1L, 0L, 5L, 10L);

  /** All maxima and defaults of root, root.a and root.a.b against CapacityScheduler's own class. */
  @Test
  void queuesInheritAsUnderCapacityScheduler() {
    int accepted = 0;
    for (int i = 0; i < 4 * 4 * 4 * 4 * 4 * 4; i++) {
      long[] values = new long[6];
      for (int j = 0, rest = i; j < values.length; j++, rest /= 4) {
        values[j] = VALUES.get(rest % 4);
      }
      accepted += isSame(values) ? 1 : 0;
    }
    assertThat(accepted).isBetween(1_000, 4_000);
  }

  private static boolean isSame(long[] values) {
    ApplicationLifetime ours = ApplicationLifetime.UNLIMITED;
    @Nullable AbstractCSQueue parent = null;
    String path = "root";
    for (int level = 0; level < 3; level++) {
      long most = values[2 * level];
      long usual = values[2 * level + 1];
      AbstractCSQueue theirs = mock(AbstractCSQueue.class, withSettings().stubOnly());
      try {
        ours =
            parent == null
                ? ApplicationLifetime.ofRoot(most, usual)
                : ours.inheritedBy(most, usual);
      } catch (IllegalArgumentException e) {
        AbstractCSQueue above = parent;
        String at = path;
        assertThatThrownBy(() -> settings(theirs, above, at, most, usual))
            .isInstanceOf(YarnRuntimeException.class);
        return false;
      }
      QueueAppLifetimeAndLimitSettings read = settings(theirs, parent, path, most, usual);
      assertThat(ours)
          .as("%s with maximum %d, default %d", path, most, usual)
          .isEqualTo(
              new ApplicationLifetime(
                  read.getMaxApplicationLifetime(),
                  read.getDefaultApplicationLifetime(),
                  read.isDefaultAppLifetimeWasSpecifiedInConfig()));
      when(theirs.getMaximumApplicationLifetime()).thenReturn(read.getMaxApplicationLifetime());
      when(theirs.getDefaultApplicationLifetime()).thenReturn(read.getDefaultApplicationLifetime());
      when(theirs.getDefaultAppLifetimeWasSpecifiedInConfig())
          .thenReturn(read.isDefaultAppLifetimeWasSpecifiedInConfig());
      parent = theirs;
      path += level == 0 ? ".a" : ".b";
    }
    return true;
  }

  private static QueueAppLifetimeAndLimitSettings settings(
      AbstractCSQueue queue, @Nullable AbstractCSQueue parent, String path, long most, long usual) {
    CapacitySchedulerConfiguration conf = new CapacitySchedulerConfiguration(Keys.conf(), false);
    QueuePath queuePath = new QueuePath(path);
    conf.setMaximumLifetimePerQueue(queuePath, most);
    conf.setDefaultLifetimePerQueue(queuePath, usual);
    when(queue.getParent()).thenReturn(parent);
    when(queue.getQueuePathObject()).thenReturn(queuePath);
    return new QueueAppLifetimeAndLimitSettings(conf, queue, queuePath);
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
