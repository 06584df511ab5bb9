// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.tree;

import java.util.Arrays;

/** A list of {@code int}s in an array that doubles when it is full. */
public final class IntList {
  private static final int FIRST = 16;

  private int[] values;
  private int size;

  /** Creates an empty list. */
  public IntList() {
    this(0);
  }

  /** Creates an empty list with room for a number of values. */
  public IntList(int capacity) {
    values = new int[capacity];
  }

  /** Returns a list of the same values, which does not follow this one. */
  IntList copy() {
    IntList copy = new IntList();
    copy.values = values.clone();
    copy.size = size;
    return copy;
  }

  /** Returns the number of values. */
  public int size() {
    return size;
  }

  /** Returns the value at an index below {@link #size()}; the result for another is undefined. */
  public int get(int index) {
    return values[index];
  }

  /** Makes room for a number of values, so that adding up to that many allocates nothing. */
  public void reserve(int capacity) {
    if (capacity > values.length) {
      values = Arrays.copyOf(values, capacity);
    }
  }

  /** Adds a value at the end. */
  public void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, Growth.length(FIRST, size));
    }
    values[size++] = value;
  }

  /** Removes the last value of a list that is not empty, and returns it. */
  public int removeLast() {
    return values[--size];
  }

  /** Removes a value, if it is there, and moves the last one to its place. */
  public void removeValue(int value) {
    for (int i = 0; i < size; i++) {
      if (values[i] == value) {
        values[i] = values[--size];
        return;
      }
    }
  }

  /** Removes all values; keeps the array. */
  public void clear() {
    size = 0;
  }
}
