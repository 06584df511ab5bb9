// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.scheduler.conf.Unsupported;
import java.util.List;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.ReservationListRequest;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ResourceSizing;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.junit.jupiter.api.Test;

/** What is not supported is said at the start, in one line, and where it is asked for. */
class UnsupportedTest {
  private static SchedulerConf conf() {
    return SchedulerConf.of(NaiveScheduler.class);
  }

  private SchedulerConf queues() {
    return conf().queues("root", "a,b");
  }

  @Test
  void oneWarningNamesAllThatIsSwitchedOn() {
    SchedulerConf conf = queues().yarn(YarnConfiguration.RM_RESERVATION_SYSTEM_ENABLE, true);
    assertThat(warnings(conf))
        .singleElement()
        .asString()
        .contains(YarnConfiguration.RM_RESERVATION_SYSTEM_ENABLE + " = \"true\": reservations are");
  }

  @Test
  void disabledFeaturesCauseNoWarning() {
    assertThat(Unsupported.of(new YarnConfiguration())).isEmpty();
    assertThat(warnings(queues())).isEmpty();
  }

  private static List<String> warnings(SchedulerConf conf) {
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      return cluster.errors.warnings().stream()
          .filter(text -> text.contains("does not support"))
          .toList();
    }
  }

  @Test
  void requestsWithConstraintsAreRejectedUnlessAHandlerIsSwitchedOn() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(queues())) {
      MockNM node = rm.node("n1", resource(1000, 10));
      MockAM master = rm.launch(rm.submit("root.a"), node);
      AllocateRequest request =
          AllocateRequest.newBuilder()
              .schedulingRequests(
                  List.of(
                      SchedulingRequest.newBuilder()
                          .allocationRequestId(1)
                          .priority(Priority.newInstance(1))
                          .executionType(ExecutionTypeRequest.newInstance())
                          .resourceSizing(ResourceSizing.newInstance(1, resource(10, 1)))
                          .build()))
              .build();
      assertThatThrownBy(() -> master.allocate(request))
          .hasStackTraceContaining("Found non empty SchedulingRequest")
          .hasStackTraceContaining("cannot handle placement constraints");
      rm.verify();
    }
  }

  @Test
  void reservationsAreRefusedWhereTheyAreMade() throws Exception {
    SchedulerConf conf = queues().yarn(YarnConfiguration.RM_RESERVATION_SYSTEM_ENABLE, true);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      assertThatThrownBy(
              () ->
                  rm.rm
                      .getClientRMService()
                      .listReservations(ReservationListRequest.newInstance("root.a", "")))
          .hasStackTraceContaining("Reservation is not enabled");
      rm.verify();
    }
  }
}
