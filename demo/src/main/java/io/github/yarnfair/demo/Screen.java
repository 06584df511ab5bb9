/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
