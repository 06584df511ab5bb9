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
package io.github.yarnfair.benchmarks.rm;

/**
 * What heartbeats cost while masters call {@code allocate} from threads, beside what they cost
 * without; in microseconds of wall time.
 *
 * @param p50Alone while nobody else calls
 * @param p99Alone while nobody else calls
 * @param p50 while masters call
 * @param p99 while masters call
 * @param callsPerSecond of the masters, as many as there were
 */
record ContendedFigures(
    double p50Alone, double p99Alone, double p50, double p99, double callsPerSecond) {}
