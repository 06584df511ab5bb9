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
 * When a pending application's next task starts: durations observed so far, possible futures of the
 * cluster under the policy, and intervals that are calibrated by past forecasts.
 *
 * <pre>
 *   DurationSketch   durations of tasks that ended, in logarithmic buckets
 *        │  + ages of running tasks
 *        ▼
 *   LifeTable        probability that a task of a given age ends by a given time
 *        │  + share tree, free resources, policy
 *        ▼
 *   ForwardRuns      samples of the next start of each leaf
 *        │  median and spread
 *        ▼
 *   Calibration      interval of a nominal probability
 * </pre>
 */
@NullMarked
package io.github.yarnfair.core.forecast;

import org.jspecify.annotations.NullMarked;
