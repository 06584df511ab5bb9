// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.manager;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Something that comes from outside: from users, administrators, or broken machines.
 *
 * @param number of the happening in its seed's list, from 1
 * @param at milliseconds after the start
 * @param dice from which it draws all that it has to choose, so that it draws the same without the
 *     happenings before it
 */
record Happening(int number, long at, Kind kind, long dice) {
  /** What may happen, and how often compared with the others. */
  enum Kind {
    SUBMIT(30),
    ASK(10),
    ASK_APART(6),
    WITHDRAW(2),
    RELEASE(6),
    GROW(5),
    SHRINK(4),
    BLACKLIST(3),
    MASTER_FAILS(5),
    MASTER_IS_SILENT(2),
    KILL_APPLICATION(3),
    MOVE(4),
    PRIORITIZE(3),
    KILL_CONTAINER(4),
    DROP_RESERVATION(2),
    REFRESH(5),
    CRASH(2),
    FAIL_OVER(2),
    STALL(4),
    REPEAT(6),
    ADD_NODE(4),
    NODE_DIES(3),
    NODE_IS_CUT_OFF(4),
    NODE_LEAVES(2),
    REGISTER_AGAIN(3),
    RESIZE_NODE(4),
    DECOMMISSION(2),
    RELABEL(5);

    final int weight;

    Kind(int weight) {
      this.weight = weight;
    }
  }

  /** Returns the happenings of a seed, each kind as often as the seed has it. */
  static List<Happening> of(long seed, Setting setting) {
    Random random = new Random(seed);
    List<Kind> wheel = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      // Runs that lack some kinds reach states that runs of all kinds do not.
      int times = kind == Kind.SUBMIT ? 2 : random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(2);
      for (int i = 0; i < times * kind.weight; i++) {
        wheel.add(kind);
      }
    }
    List<Happening> happenings = new ArrayList<>();
    long time = 0;
    for (int i = 1; i <= setting.happenings(); i++) {
      time += (long) (-Math.log(1 - random.nextDouble()) * setting.meanGapMillis());
      happenings.add(
          new Happening(i, time, wheel.get(random.nextInt(wheel.size())), random.nextLong()));
    }
    return happenings;
  }

  Random random() {
    return new Random(dice);
  }
}
