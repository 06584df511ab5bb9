// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.info;

import io.github.yarnfair.scheduler.explain.answer.Figure;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import org.jspecify.annotations.Nullable;

/** A {@link Figure}, for JSON and XML. */
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class FigureInfo {
  private @Nullable String name;
  private @Nullable String resource;
  private double value;

  /** For JAXB. */
  public FigureInfo() {}

  FigureInfo(Figure figure) {
    name = figure.name();
    resource = figure.resource();
    value = figure.value();
  }
}
