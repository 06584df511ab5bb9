// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording;

/** The first byte of each event. Codes are never given another meaning. */
final class EventCode {
  static final int TIME = 1;
  static final int SNAPSHOT = 2;
  static final int SNAPSHOT_END = 3;
  static final int END = 4;
  static final int TREE = 5;
  static final int FILE_END = 6;

  static final int ADD = 10;
  static final int REMOVE = 11;
  static final int MOVE = 12;
  static final int WEIGHT = 13;
  static final int LIMIT = 14;
  static final int IN_ORDER = 15;
  static final int RANK = 16;
  static final int CHARGE = 17;
  static final int RELEASE = 18;
  static final int DEMAND = 19;
  static final int CAPACITY = 20;
  static final int SHAPES = 21;
  static final int GANG_DEMAND = 22;
  static final int EPOCH = 23;
  static final int PARTLY_SERVED_DEMAND = 24;

  static final int DECISION = 30;
  static final int INDEX = 31;
  static final int PUT = 32;
  static final int TAKE_OUT = 33;
  static final int SCORES = 34;
  static final int CHOICE = 35;
  static final int CHOICE_AMONG = 36;
  static final int LOOK = 37;

  static final int QUEUE = 50;
  static final int APPLICATION = 51;
  static final int NODE = 52;
  static final int NODE_GONE = 53;
  static final int CONTAINER = 54;
  static final int CONTAINER_END = 55;
  static final int QUEUE_FILE = 56;

  // Flags of a decision.
  static final int OPENED = 1;
  static final int OTHER_AMOUNTS = 2;
  static final int SKIPS = 4;
  static final int SEVERAL = 8;

  private EventCode() {}
}
