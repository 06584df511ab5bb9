// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.info;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.scheduler.explain.answer.Explanation;
import java.util.List;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import javax.xml.bind.annotation.XmlElement;
import javax.xml.bind.annotation.XmlElementWrapper;
import javax.xml.bind.annotation.XmlRootElement;
import org.jspecify.annotations.Nullable;

/** What {@code /ws/v1/cluster/scheduler/explain/app} answers. */
@XmlRootElement(name = "applicationExplanation")
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class ApplicationExplanationInfo {
  private @Nullable String applicationId;
  private @Nullable String user;
  private @Nullable String queuePath;
  private int priority;
  private boolean waiting;
  private @Nullable String sentence;
  private @Nullable String idealSharesBy;

  @XmlElementWrapper(name = "levels")
  @XmlElement(name = "level")
  private @Nullable List<LevelInfo> levels;

  @XmlElementWrapper(name = "findings")
  @XmlElement(name = "finding")
  private @Nullable List<FindingInfo> findings;

  @XmlElementWrapper(name = "requests")
  @XmlElement(name = "request")
  private @Nullable List<RequestExplanationInfo> requests;

  private int otherRequests;
  private @Nullable ExpectedStartInfo expectedStart;
  private long ageMillis;

  /** For JAXB. */
  public ApplicationExplanationInfo() {}

  public ApplicationExplanationInfo(Explanation explanation) {
    applicationId = explanation.id().toString();
    user = explanation.user();
    queuePath = explanation.queue();
    priority = explanation.priority();
    waiting = explanation.isWaiting();
    sentence = explanation.sentence();
    idealSharesBy = IdealShare.RULE;
    levels = explanation.levels().stream().map(LevelInfo::new).toList();
    findings = explanation.findings().stream().map(FindingInfo::new).toList();
    requests = explanation.requests().stream().map(RequestExplanationInfo::new).toList();
    otherRequests = explanation.otherRequests();
    expectedStart = ExpectedStartInfo.of(explanation.expectedStart(), explanation.expectation());
    ageMillis = explanation.ageMillis();
  }
}
