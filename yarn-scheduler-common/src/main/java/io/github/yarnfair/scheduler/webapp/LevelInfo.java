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

import io.github.yarnfair.scheduler.explain.Level;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourceInfo;
import org.jspecify.annotations.Nullable;

/** A {@link Level}, for JSON and XML; shares are percentages of the cluster. */
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class LevelInfo {
  private Level.@Nullable Type kind;
  private @Nullable String name;
  private double weight;
  private double dominantShare;
  private double idealShare;
  private double guaranteedShare;
  private @Nullable Double key;
  private @Nullable ResourceInfo resourcesUsed;
  private @Nullable String ahead;
  private @Nullable Double keyAhead;
  private @Nullable Integer othersAhead;

  /** For JAXB. */
  public LevelInfo() {}

  LevelInfo(Level level) {
    kind = level.kind();
    name = level.name();
    weight = level.weight();
    dominantShare = 100 * level.held();
    idealShare = 100 * level.ideal();
    guaranteedShare = 100 * level.guarantee();
    key = level.key();
    resourcesUsed = new ResourceInfo(level.used());
    Level.Ahead before = level.ahead();
    if (before != null) {
      ahead = before.name();
      keyAhead = before.key();
      othersAhead = before.others();
    }
  }
}
