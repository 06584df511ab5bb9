// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.info;

import io.github.yarnfair.scheduler.explain.answer.Remedy;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import org.jspecify.annotations.Nullable;

/** A {@link Remedy}, for JSON and XML. */
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class RemedyInfo {
  private Remedy.@Nullable Action action;
  private @Nullable String subject;
  private @Nullable String value;
  private @Nullable String sentence;

  /** For JAXB. */
  public RemedyInfo() {}

  RemedyInfo(Remedy remedy) {
    action = remedy.action();
    subject = remedy.subject();
    value = remedy.value();
    sentence = remedy.sentence();
  }
}
