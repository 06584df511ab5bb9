// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The files of recordings in a directory, in order of time. */
public final class RecordedFiles {
  private RecordedFiles() {}

  /** A file of a recording: its number in it, and when the recording began, in milliseconds. */
  private record Numbered(Path file, long recordingMillis, int number) {}

  /**
   * Returns a file, or all recordings' files in a directory.
   *
   * @throws RecordingException if one of these is no recording, and not cut off in its header
   * @throws IOException if there is nothing, or it cannot be read
   */
  public static List<Path> of(Path fileOrDirectory) throws IOException {
    if (!Files.isDirectory(fileOrDirectory)) {
      if (!Files.exists(fileOrDirectory)) {
        throw new NoSuchFileException(
            fileOrDirectory + ": not there; expected a recording, or a directory of such");
      }
      return List.of(fileOrDirectory);
    }
    List<Numbered> found = new ArrayList<>();
    try (Stream<Path> all = Files.list(fileOrDirectory)) {
      for (Path file : all.filter(RecordedFiles::hasName).toList()) {
        try (BlockReader opened = new BlockReader(file)) {
          found.add(new Numbered(file, opened.recordingMillis(), opened.number()));
        } catch (NoSuchFileException e) {
          // The scheduler that records has removed it: it was the oldest one.
        } catch (RecordingException e) {
          if (!isCutOffInHeader(file)) {
            throw e;
          }
          // A crash cut it off as it was begun: reading it reports that.
          found.add(
              new Numbered(file, Files.getLastModifiedTime(file).toMillis(), Integer.MAX_VALUE));
        }
      }
    }
    if (found.isEmpty()) {
      throw new NoSuchFileException(
          fileOrDirectory + ": no file *" + Format.SUFFIX + "; expected a recording");
    }
    found.sort(
        Comparator.comparingLong(Numbered::recordingMillis).thenComparingInt(Numbered::number));
    return found.stream().map(Numbered::file).toList();
  }

  /** Returns whether a file is shorter than a header, as after a crash while it was begun. */
  static boolean isCutOffInHeader(Path file) throws IOException {
    return Files.size(file) < Format.HEADER;
  }

  private static boolean hasName(Path file) {
    return file.toString().endsWith(Format.SUFFIX);
  }
}
