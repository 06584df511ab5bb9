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
