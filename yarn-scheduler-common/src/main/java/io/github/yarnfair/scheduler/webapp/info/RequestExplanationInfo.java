// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.info;

import io.github.yarnfair.scheduler.explain.answer.RequestExplanation;
import java.util.List;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import javax.xml.bind.annotation.XmlElement;
import javax.xml.bind.annotation.XmlElementWrapper;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourceInfo;
import org.jspecify.annotations.Nullable;

/** A {@link RequestExplanation}, for JSON and XML. */
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class RequestExplanationInfo {
  private int priority;
  private @Nullable String nodeLabel;
  private @Nullable ResourceInfo size;
  private long numContainers;
  private @Nullable String sentence;

  @XmlElementWrapper(name = "findings")
  @XmlElement(name = "finding")
  private @Nullable List<FindingInfo> findings;

  /** For JAXB. */
  public RequestExplanationInfo() {}

  RequestExplanationInfo(RequestExplanation request) {
    priority = request.priority();
    nodeLabel = request.partition();
    size = new ResourceInfo(request.size());
    numContainers = request.containers();
    sentence = request.sentence();
    findings = request.findings().stream().map(FindingInfo::new).toList();
  }
}
