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
 * An existing {@code capacity-scheduler.xml}, read as a whole: queues, settings, queue mappings,
 * and which of its keys have no effect.
 *
 * <p>The language is CapacityScheduler's (Hadoop 3.5); the parser is our own, because Hadoop's
 * validates only while it builds its own queues.
 */
@NullMarked
package io.github.yarnfair.scheduler.conf.file;

import org.jspecify.annotations.NullMarked;
