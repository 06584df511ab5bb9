/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.scheduler.webapp;

import io.github.yarnfair.scheduler.explain.Finding;
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
