// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster.local;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFs;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FsConstants;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.local.LocalConfigKeys;

/** {@link NioFileSystem} with checksums, for {@code fs.AbstractFileSystem.file.impl}. */
public final class NioLocalFs extends ChecksumFs {
  /**
   * Called by Hadoop.
   *
   * @param uri of the local file system
   */
  public NioLocalFs(URI uri, Configuration conf) throws IOException, URISyntaxException {
    super(new Raw(uri, conf));
  }

  private static final class Raw extends DelegateToFileSystem {
    Raw(URI uri, Configuration conf) throws IOException, URISyntaxException {
      super(
          uri,
          new NioFileSystem(),
          conf,
          FsConstants.LOCAL_FS_URI.getScheme(),
          /* authorityRequired= */ false);
    }

    @Override
    public int getUriDefaultPort() {
      return -1; // Files have none.
    }

    @Override
    public FsServerDefaults getServerDefaults(Path path) throws IOException {
      return LocalConfigKeys.getServerDefaults();
    }

    /** The operating system says what is wrong with one. */
    @Override
    public boolean isValidName(String name) {
      return true;
    }
  }
}
