// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import java.io.PrintStream;
import java.util.List;

/** The user's terminal: lines that stay, and below them a picture that is replaced in place. */
final class Screen {
  private final PrintStream out;
  private final boolean live;
  private int pictureHeight;

  /**
   * Makes a screen.
   *
   * @param live whether {@code out} is a terminal on which a picture can be replaced
   */
  Screen(PrintStream out, boolean live) {
    this.out = out;
    this.live = live;
  }

  boolean isLive() {
    return live;
  }

  /** Prints a line that stays, in the place of the picture if there is one. */
  void say(String line) {
    clearPicture();
    out.println(line);
    out.flush();
  }

  /** Puts {@code lines} in the place of the last picture. */
  void picture(List<String> lines) {
    clearPicture();
    lines.forEach(out::println);
    out.flush();
    pictureHeight = live ? lines.size() : 0;
  }

  /** Lets the last picture stay. */
  void keepPicture() {
    pictureHeight = 0;
  }

  private void clearPicture() {
    if (pictureHeight > 0) {
      // Cursor up to the picture's first line, then clear to the end of the screen.
      out.printf("\u001b[%dA\u001b[J", pictureHeight);
    }
    pictureHeight = 0;
  }
}
