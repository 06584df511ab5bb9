// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** A file that is being written, block by block. */
final class RecordingFile implements Closeable {
  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  private final Path path;
  private final FileChannel channel;
  private final ByteBuffer header = ByteBuffer.allocate(Format.BLOCK_HEADER);
  private final CRC32C checksum = new CRC32C();
  private final @Nullable Object key;
  private int blocks;
  private boolean isForced = true;

  /**
   * Creates a file, which must not be there, and writes its header. Users and queues are named in
   * it: others than the owner and its group may not read it.
   */
  RecordingFile(Path path, int number, long recordingMillis, long fileMillis) throws IOException {
    this.path = path;
    FileAttribute<?>[] attributes =
        path.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----"))
            }
            : new FileAttribute<?>[0];
    channel = FileChannel.open(path, NEW, attributes);
    ByteBuffer first = Format.header(number, recordingMillis, fileMillis);
    try {
      write(first);
      key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  Path path() {
    return path;
  }

  /** Writes whole events as one block; returns how many bytes the file has grown by. */
  int write(byte[] events, int offset, int length) throws IOException {
    checkLength(); // To write on would leave a hole.
    header.clear();
    header.putInt(length).putInt(blocks++);
    header.putInt(Format.checksum(checksum, header.array(), events, offset, length));
    header.flip();
    write(header);
    write(ByteBuffer.wrap(events, offset, length));
    isForced = false;
    return Format.BLOCK_HEADER + length;
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /**
   * Checks that what was written is still there under the file's name. A file that was removed, or
   * whose volume was remounted, can be written to all the same.
   *
   * @throws IOException saying what is wrong
   */
  void check() throws IOException {
    try {
      BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
      if (!Objects.equals(now.fileKey(), key)) {
        throw new IOException("another file has its name");
      }
    } catch (NoSuchFileException e) {
      throw new IOException("it was removed", e);
    }
    checkLength();
    if (!Files.isWritable(path)) {
      throw new IOException("it is read-only");
    }
  }

  private void checkLength() throws IOException {
    if (channel.size() < channel.position()) {
      throw new IOException(
          "it has %,d bytes, of %,d that were written"
              .formatted(channel.size(), channel.position()));
    }
  }

  /** Lets what was written survive a crash of the machine. */
  void force() throws IOException {
    if (!isForced) {
      channel.force(false);
      isForced = true;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
