// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.capacity;

import java.util.List;
import java.util.stream.Stream;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourceInfo;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's last run, in the shape of CapacityScheduler's answer. Operations are not recorded
 * here: they are N/A, as there before the first.
 */
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class CapacityHealthInfo {
  private long lastrun;
  private @Nullable List<Operation> operationsInfo;
  private @Nullable List<Run> lastRunDetails;

  /** For JAXB. */
  public CapacityHealthInfo() {}

  /**
   * @param millis when the scheduler ran last, in milliseconds since 1970
   */
  CapacityHealthInfo(long millis) {
    lastrun = millis;
    operationsInfo =
        Stream.of("last-allocation", "last-release", "last-preemption", "last-reservation")
            .map(Operation::new)
            .toList();
    lastRunDetails = Stream.of("releases", "allocations", "reservations").map(Run::new).toList();
  }

  /** The last operation of a kind. */
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Operation {
    private static final String NOT_RECORDED = "N/A";

    private @Nullable String operation;
    private @Nullable String nodeId;
    private @Nullable String containerId;
    private @Nullable String queue;

    /** For JAXB. */
    public Operation() {}

    Operation(String operation) {
      this.operation = operation;
      nodeId = NOT_RECORDED;
      containerId = NOT_RECORDED;
      queue = NOT_RECORDED;
    }
  }

  /** The operations of a kind in the last run. */
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Run {
    private @Nullable String operation;
    private long count;
    private @Nullable ResourceInfo resources;

    /** For JAXB. */
    public Run() {}

    Run(String operation) {
      this.operation = operation;
      resources = new ResourceInfo(Resource.newInstance(0, 0));
    }
  }
}
