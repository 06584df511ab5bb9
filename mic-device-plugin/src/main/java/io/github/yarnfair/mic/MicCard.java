// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mic;

import org.apache.hadoop.yarn.server.nodemanager.api.deviceplugin.Device;

/**
 * One MIC as its driver describes it.
 *
 * @param id N of {@code micN}
 * @param state the driver's word for it, such as {@code online}
 * @param node the card's device file
 * @param busId PCI address, empty if unknown
 */
record MicCard(int id, String state, DeviceNode node, String busId) {
  /** The one state in which a card runs its operating system and takes work. */
  private static final String ONLINE = "online";

  /**
   * A card's device file. A container is kept from the card by its numbers.
   *
   * @param major device number, -1 if the card has no device file
   * @param minor device number, -1 if the card has no device file
   * @param path empty if there is no such file on this machine
   */
  record DeviceNode(int major, int minor, String path) {
    static final DeviceNode NONE = new DeviceNode(-1, -1, "");
  }

  boolean isOnline() {
    return state.equals(ONLINE);
  }

  /** The same in YARN's terms. */
  Device toDevice() {
    return Device.Builder.newInstance()
        .setId(id)
        .setDevPath(node.path())
        .setMajorNumber(node.major())
        .setMinorNumber(node.minor())
        .setBusID(busId)
        .setHealthy(isOnline())
        .setStatus(state)
        .build();
  }

  /** Name and state, for messages. */
  @Override
  public String toString() {
    return "mic" + id + " is " + state;
  }
}
