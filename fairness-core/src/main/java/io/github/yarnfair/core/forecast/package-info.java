// SPDX-License-Identifier: Apache-2.0
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
