// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Stands in for an object of YARN whose methods a scheduler calls millions of times. A mock walks
 * the stack at each call, which took more than a quarter of the time of a scheduler's contract.
 */
public final class Stub {
  private Stub() {}

  /**
   * Returns an object that is equal to itself only.
   *
   * @param answers what a method returns; {@link #nothing} where the object has no answer
   */
  public static <T> T of(Class<T> type, Function<Method, @Nullable Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "equals" -> proxy == arguments[0];
                  case "hashCode" -> System.identityHashCode(proxy);
                  default -> answers.apply(method);
                }));
  }

  /** Returns zero, false, an empty collection or null, as a mock does. */
  public static @Nullable Object nothing(Method method) {
    Class<?> type = method.getReturnType();
    if (type.isPrimitive() && type != void.class) {
      return Array.get(Array.newInstance(type, 1), 0);
    }
    if (type == List.class) {
      return new ArrayList<>();
    }
    if (type == Set.class) {
      return new HashSet<>();
    }
    return type == Map.class ? new HashMap<>() : null;
  }
}
