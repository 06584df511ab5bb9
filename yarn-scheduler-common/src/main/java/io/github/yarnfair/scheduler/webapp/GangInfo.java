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

import io.github.yarnfair.scheduler.report.GangShare;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourceInfo;
import org.jspecify.annotations.Nullable;

/** Containers of an application that have to start together and have not, for JSON and XML. */
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class GangInfo {
  private int size;
  private int withRoom;
  private @Nullable String state;
  private long since;
  private @Nullable ResourceInfo kept;
  private @Nullable String message;

  /** For JAXB. */
  public GangInfo() {}

  GangInfo(GangShare gang) {
    size = gang.size();
    withRoom = gang.withRoom();
    state = gang.state();
    since = gang.since();
    kept = new ResourceInfo(gang.kept());
    message = gang.message();
  }
}
