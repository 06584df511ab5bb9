// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.info;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.scheduler.explain.answer.QueueExplanation;
import java.util.List;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import javax.xml.bind.annotation.XmlElement;
import javax.xml.bind.annotation.XmlElementWrapper;
import javax.xml.bind.annotation.XmlRootElement;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/** What {@code /ws/v1/cluster/scheduler/explain/queue} answers. */
@XmlRootElement(name = "queueExplanation")
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class QueueExplanationInfo {
  private @Nullable String queuePath;
  private @Nullable String sentence;
  private @Nullable String idealSharesBy;

  @XmlElementWrapper(name = "levels")
  @XmlElement(name = "level")
  private @Nullable List<LevelInfo> levels;

  @XmlElementWrapper(name = "findings")
  @XmlElement(name = "finding")
  private @Nullable List<FindingInfo> findings;

  private int waitingApplications;

  @XmlElementWrapper(name = "applications")
  @XmlElement(name = "applicationId")
  private @Nullable List<String> applications;

  private long ageMillis;

  /** For JAXB. */
  public QueueExplanationInfo() {}

  public QueueExplanationInfo(QueueExplanation explanation) {
    queuePath = explanation.path();
    sentence = explanation.sentence();
    idealSharesBy = IdealShare.RULE;
    levels = explanation.levels().stream().map(LevelInfo::new).toList();
    findings = explanation.findings().stream().map(FindingInfo::new).toList();
    waitingApplications = explanation.waitingApplications();
    applications = explanation.waiting().stream().map(ApplicationId::toString).toList();
    ageMillis = explanation.ageMillis();
  }
}
