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

import io.github.yarnfair.scheduler.report.QueueSnapshot.ApplicationShare;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import org.jspecify.annotations.Nullable;

/** An application and its share, for JSON and XML. */
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class ApplicationShareInfo extends ShareInfo {
  private @Nullable String id;
  private @Nullable String user;
  private int priority;

  /** Absent unless its first containers have to start together and have not. */
  private @Nullable GangInfo gang;

  /** For JAXB. */
  public ApplicationShareInfo() {}

  ApplicationShareInfo(ApplicationShare application) {
    super(application.share());
    id = application.id().toString();
    user = application.user();
    priority = application.priority();
    gang = application.gang() == null ? null : new GangInfo(application.gang());
  }
}
