// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.conf.QueueFileException;
import io.github.yarnfair.scheduler.conf.file.AbsentKeys;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is not set, and means something else under CapacityScheduler then. */
class AbsentKeysTest {
  private final SchedulerConf conf =
      SchedulerConf.of(NaiveScheduler.class).queues("root", "a,b").queues("root.a", "v,w,x,y,z");

  private List<String> absent() throws QueueFileException {
    QueueFile file = QueueFile.load(conf.build(), "file");
    return AbsentKeys.of(file.root(), file.configuration());
  }

  @Test
  void namesEachKeyWithSomeOfItsQueues() throws Exception {
    conf.set("root.a.capacity", 30).set("root.b.capacity", 70).set("root.b.user-limit-factor", 2);
    assertThat(absent())
        .containsExactly(
            "user-limit-factor of root.a.v, root.a.w, root.a.x and 2 more (no limit, there 1)",
            "ordering-policy of root.a.v, root.a.w, root.a.x and 3 more (by shares, there fifo)",
            "capacity of root.a.v, root.a.w, root.a.x and 2 more (as much as each of the siblings"
                + " without one if none has one, there 0)");
  }

  @Test
  void namesNothingThatIsSet() throws Exception {
    conf.queues("root.a", "v").set("root.a.capacity", 30).set("root.b.capacity", 70);
    conf.set("root.a.v.capacity", 100).set("user-limit-factor", 1);
    conf.set("root.a.v.ordering-policy", "fair").set("root.b.ordering-policy", "fifo");
    assertThat(absent()).isEmpty();
  }

  @Test
  void oneLineOfTheLogNamesAbsentKeys() {
    conf.set("root.a.capacity", 30).set("root.b.capacity", 70);
    try (SchedulerLog log = new SchedulerLog();
        SchedulerRm rm = new SchedulerRm(conf)) {
      assertThat(log.lines())
          .filteredOn(line -> line.contains("not as under CapacityScheduler"))
          .singleElement()
          .asString()
          .contains("user-limit-factor of", "ordering-policy of", "capacity of");
      rm.verify();
    }
  }
}
