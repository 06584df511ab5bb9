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

import java.util.List;
import org.apache.hadoop.yarn.api.records.Resource;

/**
 * What becomes of requests that are alike: of one size, for the same places.
 *
 * @param priority of the first of them
 * @param partition node label that they name; empty if none
 * @param size of one container
 * @param containers how many are pending
 * @param sentence what keeps them, or that they are served next
 * @param findings the obstacles; empty if they are served at one of the next heartbeats
 */
public record RequestExplanation(
    int priority,
    String partition,
    Resource size,
    long containers,
    String sentence,
    List<Finding> findings) {

  public RequestExplanation {
    findings = List.copyOf(findings);
  }
}
