// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MicSysfsTest {
  @TempDir private Path root;

  private FakeSysfs files;
  private MicSysfs sysfs;

  @BeforeEach
  void makeFiles() throws IOException {
    files = new FakeSysfs(root);
    sysfs = new MicSysfs(files.cards, files.deviceFiles);
  }

  @Test
  void cardsAreReadInTheOrderOfTheirNumbersAndNothingElseIsOne() throws IOException {
    files.card(10, "online").card(2, "ready");
    Files.createFile(files.cards.resolve("mic"));
    Files.createFile(files.cards.resolve("micro1"));

    assertThat(sysfs.cards()).extracting(MicCard::id).containsExactly(2, 10);
    assertThat(sysfs.cards()).extracting(MicCard::state).containsExactly("ready", "online");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ready", "booting", "shutting_down", "resetting", "reset_failed", "lost", ""})
  void onlyACardThatIsOnlineCanBeUsed(String other) throws IOException {
    files.card(0, "online").card(1, other);

    assertThat(sysfs.card(0).isOnline()).isTrue();
    assertThat(sysfs.card(0).toDevice().isHealthy()).isTrue();
    assertThat(sysfs.card(1).isOnline()).isFalse();
    assertThat(sysfs.card(1).toDevice().isHealthy()).isFalse();
    assertThat(sysfs.card(1).toDevice().getStatus()).isEqualTo(other);
  }

  @Test
  void aCardWhoseStateCannotBeReadSaysSo() throws IOException {
    files.card(0, "online");
    Files.delete(files.cards.resolve("mic0/state"));

    assertThat(sysfs.card(0).isOnline()).isFalse();
    assertThat(sysfs.card(0)).hasToString("mic0 is " + sysfs.card(0).state());
    assertThat(sysfs.card(0).state()).startsWith("unreadable (").contains("mic0");
    assertThat(sysfs.card(7).state()).startsWith("unreadable (").contains("mic7");
  }

  @Test
  void numbersPathAndPciAddressComeFromTheDriver() throws IOException {
    files.card(3, "online");

    var device = sysfs.card(3).toDevice();
    assertThat(device.getId()).isEqualTo(3);
    assertThat(device.getMajorNumber()).isEqualTo(FakeSysfs.MAJOR);
    assertThat(device.getMinorNumber()).isEqualTo(3);
    assertThat(device.getDevPath()).isEqualTo(files.deviceFiles.resolve("mic3").toString());
    assertThat(device.getBusID()).isEqualTo("0000:03:00.0");
  }

  @Test
  void aPathWithoutAFileIsLeftOutSinceYarnWouldDenyNothing() throws IOException {
    files.card(0, "online");
    Files.delete(files.deviceFiles.resolve("mic0"));

    assertThat(sysfs.card(0).node().path()).isEmpty();
    assertThat(sysfs.card(0).node().major()).isEqualTo(FakeSysfs.MAJOR);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "MAJOR=242\n", "MAJOR=x\nMINOR=1\n", "DEVNAME=mic0\n"})
  void aCardMayHaveNoDeviceNumber(String uevent) throws IOException {
    files.card(0, "online");
    Files.writeString(files.cards.resolve("mic0/uevent"), uevent);

    assertThat(sysfs.card(0).node()).isEqualTo(MicCard.DeviceNode.NONE);
    assertThat(sysfs.card(0).isOnline()).isTrue();
  }

  @Test
  void noDirectoryIsAnError() {
    MicSysfs none = new MicSysfs(root.resolve("none"), files.deviceFiles);

    assertThatThrownBy(none::cards)
        .isInstanceOf(NotDirectoryException.class)
        .hasMessage(root.resolve("none").toString());
  }
}
