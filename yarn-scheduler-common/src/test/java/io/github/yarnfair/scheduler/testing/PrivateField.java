// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import java.lang.reflect.Field;

/** A field of YARN's that it does not show. */
final class PrivateField {
  private PrivateField() {}

  /**
   * Returns a field that can be read.
   *
   * @throws IllegalStateException if this version of YARN has none of that name
   */
  static Field of(Class<?> owner, String name) {
    try {
      Field field = owner.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }
}
