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

/**
 * Hierarchical multi-resource fairness, independent of YARN: the share tree, offers, the policy
 * seam and the selection of the leaf whose turn it is.
 *
 * <p>Nothing here logs, reads a clock or takes a lock: the package is single-threaded by contract,
 * its caller serialises all access.
 */
@NullMarked
package io.github.yarnfair.core;

import org.jspecify.annotations.NullMarked;
