// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.balance;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files of balances in a directory of any file system that Hadoop knows: the last three. A file
 * appears by a rename, whole or not at all, and its name has the time of its writing. The calls
 * wait for the file system: never under the scheduler's lock.
 */
final class BalanceStore {
  private static final Logger LOG = LoggerFactory.getLogger(BalanceStore.class);
  private static final String NAME = "balances-";
  private static final String UNFINISHED = "_unfinished-";
  private static final int KEPT = 3;
  private static final int MOST_BYTES = 1 << 28;

  private final Path directory;
  private final Configuration configuration;
  private final String cluster;

  BalanceStore(Path directory, Configuration configuration, String cluster) {
    this.directory = directory;
    this.configuration = configuration;
    this.cluster = cluster;
  }

  /** Writes a further file and removes those before the last three. */
  void write(BalanceSnapshot snapshot) throws IOException {
    FileSystem files = directory.getFileSystem(configuration);
    if (!files.mkdirs(directory)) {
      throw new IOException("the directory cannot be made");
    }
    String name = NAME + String.format(Locale.ROOT, "%019d", snapshot.millis());
    Path unfinished = new Path(directory, UNFINISHED + name);
    try {
      write(files, unfinished, BalanceFormat.encode(snapshot));
    } catch (IOException e) {
      // On a full disk further ones would pile up.
      files.delete(unfinished, /* recursive= */ false);
      throw e;
    }
    Path finished = new Path(directory, name);
    files.delete(finished, /* recursive= */ false);
    if (!files.rename(unfinished, finished)) {
      throw new IOException(unfinished + " cannot be renamed to " + name);
    }
    for (FileStatus old : list(files, NAME).skip(KEPT).toList()) {
      files.delete(old.getPath(), /* recursive= */ false);
    }
    // Of processes that were killed while they wrote.
    for (FileStatus old : list(files, UNFINISHED).toList()) {
      files.delete(old.getPath(), /* recursive= */ false);
    }
  }

  private static void write(FileSystem files, Path file, byte[] bytes) throws IOException {
    try (FSDataOutputStream out = files.create(file, /* overwrite= */ true)) {
      out.write(bytes);
      out.hsync();
    }
  }

  /**
   * Reads the last file that is whole and of this cluster; names each one that is not.
   *
   * @return null if there is none
   * @throws IOException if the directory cannot be read
   */
  @Nullable BalanceSnapshot read() throws IOException {
    FileSystem files = directory.getFileSystem(configuration);
    for (FileStatus file : list(files, NAME).toList()) {
      try {
        BalanceSnapshot snapshot = BalanceFormat.decode(bytes(files, file));
        if (snapshot.cluster().equals(cluster)) {
          return snapshot;
        }
        LOG.warn(
            "Balances in {} are of cluster {}: expected those of {}; they are not used",
            file.getPath(),
            snapshot.cluster(),
            cluster);
      } catch (IOException e) {
        LOG.warn("Balances in {} cannot be read; the file before is used", file.getPath(), e);
      }
    }
    return null;
  }

  private static byte[] bytes(FileSystem files, FileStatus file) throws IOException {
    if (file.getLen() > MOST_BYTES) {
      throw new IOException(file.getLen() + " bytes: expected at most " + MOST_BYTES);
    }
    byte[] bytes = new byte[(int) file.getLen()];
    try (FSDataInputStream in = files.open(file.getPath())) {
      in.readFully(bytes);
    }
    return bytes;
  }

  /** Returns the files whose names have a beginning, the last one first. */
  private Stream<FileStatus> list(FileSystem files, String prefix) throws IOException {
    List<FileStatus> all;
    try {
      all = Arrays.asList(files.listStatus(directory));
    } catch (FileNotFoundException e) {
      return Stream.of();
    }
    return all.stream()
        .filter(file -> file.isFile() && file.getPath().getName().startsWith(prefix))
        .sorted(Comparator.comparing((FileStatus file) -> file.getPath().getName()).reversed());
  }
}
