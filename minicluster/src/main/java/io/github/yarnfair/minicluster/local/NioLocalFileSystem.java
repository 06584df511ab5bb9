// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster.local;

import org.apache.hadoop.fs.LocalFileSystem;

/** {@link NioFileSystem} with checksums, for {@code fs.file.impl}. */
public final class NioLocalFileSystem extends LocalFileSystem {
  /** Called by Hadoop. */
  public NioLocalFileSystem() {
    super(new NioFileSystem());
  }
}
