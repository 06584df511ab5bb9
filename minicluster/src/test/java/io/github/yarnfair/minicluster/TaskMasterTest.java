// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyFloat;
import static org.mockito.ArgumentMatchers.argThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.List;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.client.api.AMRMClient;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.NMClient;
import org.apache.hadoop.yarn.exceptions.InvalidResourceRequestException;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Which answers of a ResourceManager the application outlives. */
class TaskMasterTest {
  private static final ContainerId TASK =
      ContainerId.newContainerId(
          ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1), 2);

  @SuppressWarnings("unchecked") // a mock of a generic class
  private final AMRMClient<ContainerRequest> rm = mock(AMRMClient.class);

  private final NMClient nodes = mock(NMClient.class);
  private final TaskMaster master = new TaskMaster();

  @BeforeEach
  void hasOneTask() {
    new CommandLine(master).parseArgs("--demand=memory-mb=64,vcores=1", "--tasks=1");
  }

  @Test
  void oneThatStopsWhileItAnswersIsAskedAgain() throws Exception {
    when(rm.allocate(anyFloat()))
        .thenThrow(new YarnRuntimeException(new InterruptedException()))
        .thenReturn(answer(List.of(container()), List.of()))
        .thenThrow(new YarnRuntimeException(new InterruptedException()))
        .thenReturn(answer(List.of(), List.of(ended())));

    master.run(rm, nodes);

    verify(rm, times(4)).allocate(anyFloat());
  }

  @Test
  void oneThatRefusesTheDemandIsNot() throws Exception {
    when(rm.allocate(anyFloat())).thenThrow(new InvalidResourceRequestException("too large"));

    assertThatThrownBy(() -> master.run(rm, nodes))
        .isInstanceOf(InvalidResourceRequestException.class);

    verify(rm, times(1)).allocate(anyFloat());
  }

  @Test
  void noPartOfAJobRunsFarAheadOfAnother() throws Exception {
    new CommandLine(master)
        .parseArgs(
            "--demand=memory-mb=64@fast", "--demand=memory-mb=32", "--tasks=9", "--pending=2");
    Container first = container(TASK, 2);
    Container second = container(ContainerId.newContainerId(TASK.getApplicationAttemptId(), 3), 2);
    AllocateResponse both = answer(List.of(first, second), List.of());
    when(rm.allocate(anyFloat()))
        .thenReturn(both)
        .thenThrow(new InvalidResourceRequestException("the end"));

    assertThatThrownBy(() -> master.run(rm, nodes)).hasMessage("the end");

    // Two of each at first; parts without each other would ask for two more of the second.
    verify(rm, times(4)).addContainerRequest(any());
    verify(rm, times(2)).addContainerRequest(argThat(r -> "fast".equals(label(r))));
  }

  private static String label(ContainerRequest request) {
    return request.getNodeLabelExpression();
  }

  private static AllocateResponse answer(List<Container> given, List<ContainerStatus> ended) {
    AllocateResponse answer = mock(AllocateResponse.class);
    when(answer.getAllocatedContainers()).thenReturn(given);
    when(answer.getCompletedContainersStatuses()).thenReturn(ended);
    return answer;
  }

  private static Container container() {
    return container(TASK, 1);
  }

  private static Container container(ContainerId id, int priority) {
    Container container = mock(Container.class);
    when(container.getId()).thenReturn(id);
    when(container.getPriority()).thenReturn(Priority.newInstance(priority));
    return container;
  }

  private static ContainerStatus ended() {
    return ContainerStatus.newInstance(TASK, ContainerState.COMPLETE, "", 0);
  }
}
