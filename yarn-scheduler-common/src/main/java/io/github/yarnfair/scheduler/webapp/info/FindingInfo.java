// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.info;

import io.github.yarnfair.scheduler.explain.answer.Finding;
import java.util.List;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import javax.xml.bind.annotation.XmlElement;
import javax.xml.bind.annotation.XmlElementWrapper;
import org.jspecify.annotations.Nullable;

/** A {@link Finding}, for JSON and XML. */
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class FindingInfo {
  private Finding.@Nullable Kind kind;
  private @Nullable String sentence;

  @XmlElementWrapper(name = "figures")
  @XmlElement(name = "figure")
  private @Nullable List<FigureInfo> figures;

  @XmlElementWrapper(name = "remedies")
  @XmlElement(name = "remedy")
  private @Nullable List<RemedyInfo> remedies;

  /** For JAXB. */
  public FindingInfo() {}

  FindingInfo(Finding finding) {
    kind = finding.kind();
    sentence = finding.sentence();
    figures = finding.figures().stream().map(FigureInfo::new).toList();
    remedies = finding.remedies().stream().map(RemedyInfo::new).toList();
  }
}
