// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster.local;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The local file system, with permissions, owners and links read and set by the JVM. Without
 * Hadoop's native library its own starts {@code chmod}, {@code ls} or {@code readlink} for each
 * file: nine in ten of the processes that the JVM of a test of clusters started.
 */
public final class NioFileSystem extends RawLocalFileSystem {
  /** In the order of the bits of a mode, the highest first. */
  private static final PosixFilePermission[] BITS = PosixFilePermission.values();

  private static final int SPECIAL_BITS = ~0777;

  @Override
  public void setPermission(Path path, FsPermission permission) throws IOException {
    int mode = permission.toShort();
    if ((mode & SPECIAL_BITS) != 0) {
      super.setPermission(path, permission); // Sticky or set-group: a JVM cannot.
      return;
    }
    Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
    for (int i = 0; i < BITS.length; i++) {
      if ((mode >> (BITS.length - 1 - i) & 1) != 0) {
        permissions.add(BITS[i]);
      }
    }
    Files.setPosixFilePermissions(pathToFile(path).toPath(), permissions);
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    FileStatus status = super.getFileStatus(path); // Starts a process for its owner's name only.
    PosixFileAttributes attributes = attributes(path);
    return new FileStatus(
        status.getLen(),
        status.isDirectory(),
        status.getReplication(),
        status.getBlockSize(),
        status.getModificationTime(),
        status.getAccessTime(),
        permission(attributes.permissions()),
        attributes.owner().getName(),
        attributes.group().getName(),
        status.getPath());
  }

  private PosixFileAttributes attributes(Path path) throws IOException {
    try {
      return Files.readAttributes(pathToFile(path).toPath(), PosixFileAttributes.class);
    } catch (NoSuchFileException e) {
      throw new FileNotFoundException("File " + path + " does not exist"); // Any more.
    }
  }

  private static FsPermission permission(Set<PosixFilePermission> permissions) {
    int mode = 0;
    for (PosixFilePermission bit : BITS) {
      mode = mode << 1 | (permissions.contains(bit) ? 1 : 0);
    }
    return new FsPermission((short) mode);
  }

  @Override
  public FileStatus getFileLinkStatus(Path path) throws IOException {
    return Files.isSymbolicLink(pathToFile(path).toPath())
        ? super.getFileLinkStatus(path)
        : getFileStatus(path);
  }
}
