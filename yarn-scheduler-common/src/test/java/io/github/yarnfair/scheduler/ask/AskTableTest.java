// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.thirdparty.com.google.common.collect.Lists;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ProtoUtils;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourcePBImpl;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.junit.jupiter.api.Test;

/** The table of requests against plain readings of all of them. */
class AskTableTest {
  private final ResourceVectors vectors = new ResourceVectors();
  private final QueueClasses classes =
      new QueueClasses(MachineClasses.one(vectors.length()), label -> true);
  private final AskTable table = new AskTable();

  private static SchedulerRequestKey key(int priority) {
    return new SchedulerRequestKey(Priority.newInstance(priority), -1, null);
  }

  private Ask ask(int priority, int containers, long memory, String partition, boolean anywhere) {
    return ask(priority, containers, Resource.newInstance(memory, 1), partition, anywhere);
  }

  private Ask ask(int priority, int containers, Resource size, String partition, boolean anywhere) {
    AppPlacementAllocator<?> request = mock(AppPlacementAllocator.class, withSettings().stubOnly());
    when(request.getPrimaryRequestedNodePartition()).thenReturn(partition);
    when(request.getUniqueLocationAsks()).thenReturn(anywhere ? 1 : 3);
    when(request.canDelayTo(ResourceRequest.ANY)).thenReturn(true);
    when(request.getPendingAsk(ResourceRequest.ANY)).thenReturn(new PendingAsk(size, containers));
    Ask ask = Ask.of(key(priority), request, vectors, null, null);
    assertThat(ask).isNotNull();
    return ask;
  }

  /** Containers share what their request asks for, and are read without a lock. */
  @Test
  void whatIsAskedForIsSharedUnlessReadingItChangesIt() {
    Resource replaced = Resource.newInstance(4096, 2);
    assertThat(ask(1, 1, replaced, "", true).capability()).isSameAs(replaced);
    Resource received = new ResourcePBImpl(ProtoUtils.convertToProtoFormat(replaced));
    assertThat(ask(1, 1, received, "", true).capability())
        .isEqualTo(replaced)
        .isNotInstanceOf(ResourcePBImpl.class);
  }

  @Test
  void tableSaysAtAllTimesWhatAReadingOfAllRequestsSays() {
    Random random = Seed.random(Seed.of("AskTable", 12), 0);
    TreeMap<SchedulerRequestKey, Ask> plain = new TreeMap<>();
    for (int i = 0; i < TestSize.of(5000, 1000); i++) {
      int priority = random.nextInt(20);
      Ask now =
          random.nextInt(3) == 0
              ? null
              : ask(
                  priority,
                  1 + random.nextInt(4),
                  1 + random.nextInt(3),
                  random.nextInt(4) == 0 ? "gpu" : "",
                  random.nextInt(4) > 0);
      Ask before = now == null ? plain.remove(key(priority)) : plain.put(key(priority), now);
      assertThat(table.replace(key(priority), now))
          .isEqualTo(before == null ? now != null : !before.equals(now));
      assertEqual(plain);
    }
  }

  private void assertEqual(Map<SchedulerRequestKey, Ask> plain) {
    Demand.Builder demand = new Demand.Builder();
    Map<Object, Ask> firsts = new LinkedHashMap<>();
    for (Ask ask : plain.values()) {
      demand.add(ask.amounts(), ask.containers());
      String group = ask.partition() + List.of(ask.amounts()[0], ask.amounts()[1]);
      firsts.putIfAbsent(ask.isForAnywhere() ? group : ask.key(), ask);
    }
    assertThat(Lists.newArrayList(table)).containsExactlyElementsOf(plain.values());
    assertThat(table.demand(classes).isSameAs(demand.build())).isTrue();
    assertThat(Lists.newArrayList(table.alike()).stream().map(AskGroups.Group::first))
        .containsExactlyElementsOf(firsts.values());
    assertThat(table.shapes())
        .containsExactlyInAnyOrderElementsOf(
            plain.values().stream()
                .map(ask -> PendingTasks.Shape.of(ask.partition(), ask.amounts()))
                .distinct()
                .toList());
  }

  @Test
  void tenThousandRequestsOfTwoSizesAreTwoToLookAt() {
    for (int priority = 1; priority <= 10_000; priority++) {
      table.replace(key(priority), ask(priority, 1, 1 + priority % 2, "", true));
    }
    assertThat(table.alike()).hasSize(2);
    assertThat(table.demand(classes).size()).isEqualTo(2);
  }

  @Test
  void demandAndShapesAreTheSameObjectsUntilTheyDiffer() {
    table.replace(key(1), ask(1, 3, 5, "", true));
    Demand demand = table.demand(classes);
    List<PendingTasks.Shape> shapes = table.shapes();
    table.replace(key(1), ask(1, 3, 5, "", true));
    assertThat(table.demand(classes)).isSameAs(demand);
    table.replace(key(1), ask(1, 2, 5, "", true));
    assertThat(table.demand(classes).tasks(0)).isEqualTo(2);
    assertThat(table.shapes()).as("as many or fewer of the same").isSameAs(shapes);
  }
}
