// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of all recordings with one name in a directory, the oldest of which are removed. A file
 * is named after the recording's begin, in UTC, and its number: by name they are in order of time.
 */
final class FileRing implements Closeable {
  private static final DateTimeFormatter BEGIN =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final RecordingSettings settings;
  private final String name;
  private final LongSupplier clock;

  /** When the recording began; a millisecond later if another has that name. */
  private long begun;

  private int files;
  private @Nullable RecordingFile current;

  /** The bytes of the current file, and how many there is room for beside the kept ones. */
  private long length;

  private long room;

  /**
   * @param clock returns the time, in milliseconds, of which files have theirs
   * @throws IOException if there is no such directory and it cannot be made, or it cannot be
   *     written
   */
  FileRing(RecordingSettings settings, String name, LongSupplier clock) throws IOException {
    this.settings = settings;
    this.name = name;
    this.clock = clock;
    begun = clock.getAsLong();
    Files.createDirectories(settings.directory());
    if (!Files.isWritable(settings.directory())) {
      throw new IOException(settings.directory() + " cannot be written");
    }
    checkSpace();
  }

  /** The last thing to fill a disk should be the recording. */
  private void checkSpace() throws IOException {
    long needed = 2 * settings.fileBytes();
    long usable = Files.getFileStore(settings.directory()).getUsableSpace();
    if (usable < needed) {
      throw new IOException(
          "%s has %,d bytes free; a file of the recording needs %,d"
              .formatted(settings.directory(), usable, needed));
    }
  }

  /** Closes the file that is being written, if any, removes old ones, and begins another. */
  RecordingFile next() throws IOException {
    close();
    removeOld(settings.maximumBytes() - settings.fileBytes());
    checkSpace();
    RecordingFile made = null;
    while (made == null) {
      try {
        made = new RecordingFile(path(), files, begun, clock.getAsLong());
      } catch (FileAlreadyExistsException e) {
        if (files > 0) {
          throw e;
        }
        begun++;
      }
    }
    files++;
    current = made;
    length = Format.HEADER;
    room = settings.fileBytes();
    return made;
  }

  /**
   * Removes old files if the current one becomes longer than files usually do, because its snapshot
   * is long.
   *
   * @param payload bytes of a block that it is to have
   */
  void makeRoom(int payload) throws IOException {
    length += Format.BLOCK_HEADER + payload;
    if (length > room) {
      room = length + settings.fileBytes();
      removeOld(settings.maximumBytes() - room);
    }
  }

  private Path path() {
    String begin = BEGIN.format(Instant.ofEpochMilli(begun));
    String file = String.format(Locale.ROOT, "%s-%s-%06d%s", name, begin, files, Format.SUFFIX);
    return settings.directory().resolve(file);
  }

  /** Removes the files that have not been written for too long. */
  void removeOld() throws IOException {
    removeOld(Long.MAX_VALUE);
  }

  /**
   * @param most bytes that the files may have which are kept
   */
  private void removeOld(long most) throws IOException {
    List<Path> kept = files();
    long bytes = 0;
    for (int i = kept.size() - 1; i >= 0; i--) {
      Path file = kept.get(i);
      if (current != null && file.equals(current.path())) {
        continue;
      }
      try {
        bytes += Files.size(file);
        long age = clock.getAsLong() - Files.getLastModifiedTime(file).toMillis();
        if (bytes > most || age > settings.maximumMillis()) {
          Files.deleteIfExists(file);
        }
      } catch (NoSuchFileException e) {
        // Another process has removed it.
      }
    }
  }

  /** Returns the files of the ring, the oldest first. */
  List<Path> files() throws IOException {
    List<Path> found = new ArrayList<>();
    String pattern = name + "-\\d{8}T\\d{9}Z-\\d{6,}" + Format.SUFFIX.replace(".", "\\.");
    try (Stream<Path> all = Files.list(settings.directory())) {
      all.filter(file -> String.valueOf(file.getFileName()).matches(pattern)).forEach(found::add);
    }
    found.sort(null);
    return found;
  }

  @Override
  public void close() throws IOException {
    if (current != null) {
      RecordingFile closing = current;
      current = null;
      try (closing) {
        closing.force();
      }
    }
  }
}
