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
package io.github.yarnfair.core.forecast;

/**
 * A running task.
 *
 * @param leaf the leaf of the share tree that holds it
 * @param amounts what it is charged, as the share tree has amounts
 * @param freed what is free on its node once it ends; other amounts than charged only if it is
 *     charged in another machine class than its node's
 * @param node index of its node
 * @param ageMillis how long it has run
 * @param life how long such tasks last
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record AgedTask(
    int leaf, long[] amounts, long[] freed, int node, long ageMillis, LifeTable life) {}
