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

import io.github.yarnfair.scheduler.explain.Figure;
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
