// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mic;

import io.github.yarnfair.mic.MicCard.DeviceNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The driver's directory of cards, {@code /sys/class/mic}: a directory {@code micN} for each, with
 * the files {@code state} and {@code uevent}, and a link {@code device} to its place on the PCI
 * bus. Format: {@code Documentation/ABI/testing/sysfs-class-mic} of Linux 3.13 to 5.9; Intel's own
 * driver has the same, beside directories of other names.
 */
final class MicSysfs {
  private static final Pattern CARD = Pattern.compile("mic(\\d{1,4})");
  private static final Pattern MAJOR = Pattern.compile("(?m)^MAJOR=(\\d{1,9})$");
  private static final Pattern MINOR = Pattern.compile("(?m)^MINOR=(\\d{1,9})$");
  private static final Pattern NAME = Pattern.compile("(?m)^DEVNAME=(.+)$");

  private final Path directory;
  private final Path deviceFiles;

  /**
   * Reads below {@code directory}.
   *
   * @param deviceFiles holds the device files: {@code /dev}
   */
  MicSysfs(Path directory, Path deviceFiles) {
    this.directory = directory;
    this.deviceFiles = deviceFiles;
  }

  /**
   * All cards, by ascending number, in whatever state.
   *
   * @throws NotDirectoryException if there is no such directory, as where no driver is loaded
   */
  List<MicCard> cards() throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new NotDirectoryException(directory.toString());
    }
    List<MicCard> cards = new ArrayList<>();
    try (Stream<Path> entries = Files.list(directory)) {
      for (Path entry : (Iterable<Path>) entries::iterator) {
        Matcher name = CARD.matcher(entry.getFileName().toString());
        if (name.matches()) {
          cards.add(card(Integer.parseInt(name.group(1))));
        }
      }
    }
    cards.sort(Comparator.comparingInt(MicCard::id));
    return cards;
  }

  /** The card of that number. Its state says so if it cannot be read, or is gone. */
  MicCard card(int id) {
    Path card = directory.resolve("mic" + id);
    return new MicCard(id, state(card), deviceNode(card), busId(card));
  }

  private static String state(Path card) {
    try {
      return Files.readString(card.resolve("state")).strip();
    } catch (IOException e) {
      // The driver fails the read where it has lost the card.
      return "unreadable (" + e + ")";
    }
  }

  private DeviceNode deviceNode(Path card) {
    String uevent;
    try {
      uevent = Files.readString(card.resolve("uevent"));
    } catch (IOException e) {
      return DeviceNode.NONE;
    }
    Matcher major = MAJOR.matcher(uevent);
    Matcher minor = MINOR.matcher(uevent);
    if (!major.find() || !minor.find()) {
      return DeviceNode.NONE;
    }
    return new DeviceNode(
        Integer.parseInt(major.group(1)), Integer.parseInt(minor.group(1)), devicePath(uevent));
  }

  /** YARN looks at the file if it has a path, and denies nothing if there is no such file. */
  private String devicePath(String uevent) {
    Matcher name = NAME.matcher(uevent);
    if (!name.find()) {
      return "";
    }
    Path file = deviceFiles.resolve(name.group(1));
    return Files.exists(file) ? file.toString() : "";
  }

  private static String busId(Path card) {
    try {
      return String.valueOf(card.resolve("device").toRealPath().getFileName());
    } catch (IOException e) {
      return "";
    }
  }
}
