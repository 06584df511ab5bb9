// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sets and shows what Hadoop's own local file system does. */
class NioFileSystemTest {
  private @TempDir java.nio.file.Path directory;
  private final NioFileSystem quick = new NioFileSystem();
  private final RawLocalFileSystem hadoops = new RawLocalFileSystem();
  private Path file;

  @BeforeEach
  void create() throws IOException {
    Configuration conf = new Configuration(false);
    quick.initialize(FileSystem.getDefaultUri(conf), conf);
    hadoops.initialize(FileSystem.getDefaultUri(conf), conf);
    file = new Path(Files.writeString(directory.resolve("file"), "text").toUri());
  }

  @ParameterizedTest
  @ValueSource(shorts = {0777, 0755, 0700, 0640, 0421, 0124, 01777})
  void permissionsAreAsHadoopsOwn(short mode) throws IOException {
    FsPermission permission = new FsPermission(mode);
    quick.setPermission(file, permission);
    assertThat(hadoops.getFileStatus(file).getPermission().toShort() & 0777).isEqualTo(mode & 0777);
    assertThat(quick.getFileStatus(file).getPermission().toShort())
        .isEqualTo((short) (mode & 0777));
  }

  @Test
  void statusIsHadoopsOwn() throws IOException {
    for (Path path : new Path[] {file, file.getParent()}) {
      FileStatus expected = hadoops.getFileStatus(path);
      FileStatus actual = quick.getFileStatus(path);
      assertThat(actual.getPermission()).isEqualTo(expected.getPermission());
      assertThat(actual.getOwner()).isEqualTo(expected.getOwner());
      assertThat(actual.getGroup()).isEqualTo(expected.getGroup());
      assertThat(actual.getLen()).isEqualTo(expected.getLen());
      assertThat(actual.isDirectory()).isEqualTo(expected.isDirectory());
      assertThat(actual.getPath()).isEqualTo(expected.getPath());
      assertThat(quick.getFileLinkStatus(path).isSymlink()).isFalse();
    }
  }

  @Test
  void linksAndWhatIsNotThereAreToldApart() throws IOException {
    java.nio.file.Path link =
        Files.createSymbolicLink(directory.resolve("link"), directory.resolve("file"));
    assertThat(quick.getFileLinkStatus(new Path(link.toString())).isSymlink()).isTrue();
    Path none = new Path(directory.resolve("none").toString());
    assertThatThrownBy(() -> quick.getFileStatus(none)).isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> quick.getFileLinkStatus(none))
        .isInstanceOf(FileNotFoundException.class);
  }

  /** By {@code core-site.xml}, for both of Hadoop's interfaces. */
  @Test
  void clustersUseIt() throws Exception {
    Configuration conf = new Configuration();
    assertThat(FileSystem.getLocal(conf).getRaw()).isInstanceOf(NioFileSystem.class);
    assertThat(FileContext.getLocalFSFileContext().getDefaultFileSystem())
        .isInstanceOf(NioLocalFs.class);
  }
}
