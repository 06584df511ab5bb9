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
package io.github.yarnfair.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PictureFileTest {
  private static final String ROOT =
      """
      {"title": "x", "end": 9, "parents": ["root", "root.b"], "times": [0, 5], "nodes": [{"name": "n"}],
       "queues": [{"path": "root", "held": [9, 9], "ideal": [9, 9]},
                  {"path": "root.a", "held": [4, 5], "ideal": [6, 6]},
                  {"path": "root.b", "held": [5, 4], "ideal": [3, 3]}],
       "waits": [[1, 0, 1, 7, 7, 7, 7, 7, 7], [2, 0, 1, 8, 8, 8, 8, 8, 8]],
       "bars": [0, 0, 3, 1, 0,  0, 2, 3, 2, 1]}
      """;

  /** Asked for after one more sample. */
  private static final String BELOW =
      """
      {"title": "x", "end": 12, "parents": ["root", "root.b"], "times": [0, 5, 10], "nodes": [{"name": "n"}],
       "queues": [{"path": "root.b", "held": [5, 4, 1], "ideal": [3, 3, 3]},
                  {"path": "root.b.c", "held": [5, 4, 1], "ideal": [3, 3, 3]}],
       "waits": [[0, 0, 1, 7, 7, 7, 7, 7, 7], [1, 0, 1, 8, 8, 8, 8, 8, 8]],
       "bars": [0, 0, 3, 0, 0,  0, 2, 3, 1, 1]}
      """;

  @Test
  void queuesOfAllParentsAreInOnePicture() throws Exception {
    ObjectMapper mapper = new ObjectMapper();

    ObjectNode all =
        PictureFile.together(
            List.of((ObjectNode) mapper.readTree(ROOT), (ObjectNode) mapper.readTree(BELOW)),
            "H-DRF",
            Map.of("n", "gpu-1"));

    assertThat(all.get("title").asText()).isEqualTo("H-DRF");
    assertThat(all.get("queues"))
        .extracting(queue -> queue.get("path").asText())
        .containsExactly("root", "root.a", "root.b", "root.b.c");
    assertThat(all.get("queues").get(3).get("held")).hasToString("[5,4]");
    assertThat(all.at("/nodes/0/name").asText()).isEqualTo("gpu-1");
    assertThat(all.get("times")).hasSize(2);
    assertThat(all.get("waits"))
        .extracting(JsonNode::toString)
        .containsExactly("[1,0,1,7,7,7,7,7,7]", "[2,0,1,8,8,8,8,8,8]", "[3,0,1,8,8,8,8,8,8]");
    assertThat(all.get("bars")).hasToString("[0,0,3,1,0,0,2,3,3,1]");
  }
}
