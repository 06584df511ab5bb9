// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.ask;

import java.lang.reflect.Constructor;
import java.util.List;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.jspecify.annotations.Nullable;

/**
 * The exception that YARN turns into an answer to the master whose request is invalid. Its class
 * cannot be named, since Hadoop 3.4 and 3.5 spell it differently.
 */
public final class InvalidSchedulingRequest {
  private static final String PACKAGE = "org.apache.hadoop.yarn.exceptions.";
  private static final List<String> SPELLINGS =
      List.of(
          PACKAGE + "SchedulerInvalidResourceRequestException",
          PACKAGE + "SchedulerInvalidResoureRequestException");

  /** Looked for once: a class that is not there is looked for in all files of the class path. */
  private static final @Nullable Constructor<? extends YarnRuntimeException> CONSTRUCTOR =
      constructor();

  private InvalidSchedulingRequest() {}

  /** Returns a new exception of the class that this Hadoop has. */
  public static YarnRuntimeException of(String message) {
    if (CONSTRUCTOR == null) {
      return new YarnRuntimeException(message);
    }
    try {
      return CONSTRUCTOR.newInstance(message);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(CONSTRUCTOR.toString(), e);
    }
  }

  private static @Nullable Constructor<? extends YarnRuntimeException> constructor() {
    for (String spelling : SPELLINGS) {
      try {
        return Class.forName(spelling)
            .asSubclass(YarnRuntimeException.class)
            .getConstructor(String.class);
      } catch (ClassNotFoundException e) {
        // The other spelling.
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException(spelling, e);
      }
    }
    return null;
  }
}
