// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain.answer;

import org.apache.hadoop.yarn.api.records.Resource;
import org.jspecify.annotations.Nullable;

/**
 * One level of the way from the root queue to an application. Shares are parts of the cluster, or
 * of a partition, of the resource of which they are largest. Resources must not be changed.
 *
 * @param kind queue, user or application
 * @param name path of the queue, name of the user or id of the application
 * @param weight among its siblings, with its balance
 * @param balance in a sentence what it held more or less than its part in the past; null for an
 *     application and where shares have no memory
 * @param held dominant share
 * @param partition the partition of which it is a part, empty for the nodes without a label; null
 *     if it is of the cluster
 * @param ideal dominant share that it would hold by H-DRF if all held and pending tasks were
 *     divided again from nothing
 * @param guarantee share that the weights promise it while those with demand are as they are
 * @param key by which it is compared with its siblings for the application's first request: the
 *     least is served first; null if nothing is asked for
 * @param used what it holds, in all partitions together
 * @param ahead what is served before it at this level; null if nothing is
 */
public record Level(
    Type kind,
    String name,
    double weight,
    @Nullable String balance,
    double held,
    @Nullable String partition,
    double ideal,
    double guarantee,
    @Nullable Double key,
    Resource used,
    @Nullable Ahead ahead) {

  /** What a node of the share tree is. */
  public enum Type {
    QUEUE,
    USER,
    APPLICATION
  }

  /**
   * The sibling that is served first.
   *
   * @param kind queue, user or application
   * @param name likewise; an application that the caller may not see is named by its queue
   * @param weight its weight
   * @param held its dominant share
   * @param partition the partition of which that is a part, as of the level
   * @param key its key for what becomes free; a queue's is not that of one of its applications
   * @param others number of further siblings that are served before
   */
  public record Ahead(
      Type kind,
      String name,
      double weight,
      double held,
      @Nullable String partition,
      double key,
      int others) {}
}
