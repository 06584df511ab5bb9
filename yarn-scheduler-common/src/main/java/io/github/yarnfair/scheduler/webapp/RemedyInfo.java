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

import io.github.yarnfair.scheduler.explain.Remedy;
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
