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
package io.github.yarnfair.core;

/**
 * The nodes of an {@link Offer} of several nodes: a task fits the offer if it fits one of them,
 * since a task runs on one node.
 */
public interface OfferedNodes {
  /** Returns whether some node has room for a task. */
  boolean fits(long[] task);

  /** Returns a version, which changes whenever the result of {@link #fits} may change. */
  long version();

  /** Returns whether no node has anything of a resource free. */
  boolean isExhausted(int resource);
}
