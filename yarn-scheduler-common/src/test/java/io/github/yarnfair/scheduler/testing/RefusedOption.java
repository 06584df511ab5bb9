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
package io.github.yarnfair.scheduler.testing;

/**
 * A value that a scheduler does not accept for one of its own options.
 *
 * @param key full name
 * @param value what is refused
 * @param expected what the message says was expected
 */
public record RefusedOption(String key, String value, String expected) {
  SchedulerConf on(SchedulerConf conf) {
    return conf.copy().yarn(key, value);
  }

  @Override
  public String toString() {
    return key + "=" + value;
  }
}
