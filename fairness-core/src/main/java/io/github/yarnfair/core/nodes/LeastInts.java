// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.nodes;

import java.util.Arrays;

/** Whole numbers in a binary heap, the least on top; a number may stand in it more than once. */
final class LeastInts {
  private int[] heap = new int[4];
  private int size;

  int size() {
    return size;
  }

  /** Returns a number by its position in the heap; 0 is the position of the least. */
  int get(int position) {
    return heap[position];
  }

  void clear() {
    size = 0;
  }

  /** Adds a number: O(log n). */
  void add(int value) {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    int at = size++;
    while (at > 0 && heap[(at - 1) / 2] > value) {
      heap[at] = heap[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    heap[at] = value;
  }

  /** Removes the least number: O(log n). */
  void removeLeast() {
    int last = heap[--size];
    int at = 0;
    int child = lesserChild(at);
    while (child < size && heap[child] < last) {
      heap[at] = heap[child];
      at = child;
      child = lesserChild(at);
    }
    heap[at] = last;
  }

  private int lesserChild(int at) {
    int left = 2 * at + 1;
    return left + 1 < size && heap[left + 1] < heap[left] ? left + 1 : left;
  }
}
