// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.capacity;

import java.util.List;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import org.jspecify.annotations.Nullable;

/**
 * The queues below one, in the shape of CapacityScheduler's answer: leaf queues first, as there.
 */
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class CapacityQueuesInfo {
  private @Nullable List<CapacityQueueInfo> queue;

  /** For JAXB. */
  public CapacityQueuesInfo() {}

  CapacityQueuesInfo(List<CapacityQueueInfo> queues) {
    queue = queues;
  }
}
