// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.info;

import io.github.yarnfair.scheduler.explain.answer.Level;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourceInfo;
import org.jspecify.annotations.Nullable;

/** A {@link Level}, for JSON and XML; shares are percentages. */
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("UnusedVariable") // JAXB reads the fields
public class LevelInfo {
  private Level.@Nullable Type kind;
  private @Nullable String name;
  private double weight;
  private @Nullable String balance;
  private double dominantShare;
  private @Nullable String dominantPartition;
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
    balance = level.balance();
    dominantShare = 100 * level.held();
    dominantPartition = level.partition();
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
