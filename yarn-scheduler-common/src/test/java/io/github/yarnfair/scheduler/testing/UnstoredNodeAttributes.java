// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.nodelabels.NodeAttributeStore;
import org.apache.hadoop.yarn.nodelabels.NodeAttributesManager;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeToAttributes;

/**
 * Keeps no attributes of nodes beyond the ResourceManager's life. YARN's own store writes two files
 * when a ResourceManager starts, and without Hadoop's native library starts a {@code chmod} for
 * each: a seventh of the CPU time of a scheduler's tests.
 */
public final class UnstoredNodeAttributes implements NodeAttributeStore {
  @Override
  public void replaceNodeAttributes(List<NodeToAttributes> attributes) {}

  @Override
  public void addNodeAttributes(List<NodeToAttributes> attributes) {}

  @Override
  public void removeNodeAttributes(List<NodeToAttributes> attributes) {}

  @Override
  public void init(Configuration conf, NodeAttributesManager manager) {}

  @Override
  public void recover() {}

  @Override
  public void close() {}
}
