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
package io.github.yarnfair.scheduler.explain;

import org.jspecify.annotations.Nullable;

/**
 * A number of a {@link Finding}.
 *
 * @param name what it is: used, limit, asked, missing, nodes, key, ...
 * @param resource YARN's name of the resource type of which it is an amount, in that type's unit;
 *     null if it is none
 */
public record Figure(String name, @Nullable String resource, double value) {}
