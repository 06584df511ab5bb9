// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory like the driver's, with the device files beside it. */
final class FakeSysfs {
  static final int MAJOR = 242;

  final Path cards;
  final Path deviceFiles;
  private final Path bus;

  FakeSysfs(Path root) throws IOException {
    cards = Files.createDirectories(root.resolve("class/mic"));
    deviceFiles = Files.createDirectories(root.resolve("dev"));
    bus = Files.createDirectories(root.resolve("bus"));
    // Intel's own driver has directories that are no cards.
    Files.createDirectories(cards.resolve("ctrl"));
    Files.createDirectories(cards.resolve("scif"));
  }

  FakeSysfs card(int id, String state) throws IOException {
    Path card = Files.createDirectories(cards.resolve("mic" + id));
    Files.writeString(
        card.resolve("uevent"), "MAJOR=" + MAJOR + "\nMINOR=" + id + "\nDEVNAME=mic" + id + "\n");
    Path device = Files.createDirectories(bus.resolve("0000:0" + id + ":00.0"));
    Files.createSymbolicLink(card.resolve("device"), device);
    Files.createFile(deviceFiles.resolve("mic" + id));
    return set(id, state);
  }

  FakeSysfs set(int id, String state) throws IOException {
    Files.writeString(cards.resolve("mic" + id).resolve("state"), state + "\n");
    return this;
  }
}
