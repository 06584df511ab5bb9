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
package io.github.yarnfair.scheduler.conf;

import java.io.IOException;
import java.util.List;

/**
 * The queue configuration is refused. The message has one line for each problem, and each line
 * names file, key, value and what was expected.
 */
public final class QueueFileException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Creates the error of one or more problems, each of one line. */
  public QueueFileException(List<String> problems) {
    super(String.join("\n", problems));
  }

  /** Creates the error of a file that cannot be parsed. */
  public QueueFileException(String problem, Throwable cause) {
    super(problem, cause);
  }
}
