// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import io.github.yarnfair.core.tree.ShareSpace;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.jspecify.annotations.Nullable;

/**
 * The resources by which shares are measured in a cluster with several machine classes, as
 * configured in the scheduler's own options in {@code yarn-site.xml}.
 *
 * @param space by machine class, or over the whole cluster
 * @param attribute the node attribute, with its prefix, whose values are the classes where node
 *     labels are off; null if none is named
 */
public record ShareSettings(ShareSpace.Kind space, @Nullable String attribute) {
  private static final String SPACE = "share-space";

  /** The option that names the node attribute. */
  public static final String ATTRIBUTE = "machine-class-attribute";

  /**
   * Reads the options of a scheduler.
   *
   * @param prefix what the scheduler's keys begin with, such as {@code yarn.scheduler.hdrf.}
   * @param byDefault the space if there is no such key
   * @throws IOException naming file, key, value and what was expected
   */
  public static ShareSettings read(Configuration conf, String prefix, ShareSpace.Kind byDefault)
      throws IOException {
    return new ShareSettings(
        space(conf, prefix + SPACE, byDefault), attribute(conf, prefix + ATTRIBUTE));
  }

  private static ShareSpace.Kind space(Configuration conf, String key, ShareSpace.Kind byDefault)
      throws IOException {
    String text = conf.getTrimmed(key, byDefault.name().toLowerCase(Locale.ROOT));
    for (ShareSpace.Kind kind : ShareSpace.Kind.values()) {
      if (kind.name().toLowerCase(Locale.ROOT).equals(text)) {
        return kind;
      }
    }
    throw ConfiguredKey.refused(conf, key, "one of class, cluster");
  }

  private static @Nullable String attribute(Configuration conf, String key) throws IOException {
    String text = conf.getTrimmed(key, "");
    if (text.isEmpty()) {
      return null;
    }
    String name = text.contains("/") ? text : NodeAttribute.PREFIX_CENTRALIZED + "/" + text;
    if (!name.matches("[\\w.-]+/[\\w.-]+")) {
      throw ConfiguredKey.refused(
          conf, key, "the name of a node attribute, such as rm.yarn.io/gpu-model");
    }
    return name;
  }
}
