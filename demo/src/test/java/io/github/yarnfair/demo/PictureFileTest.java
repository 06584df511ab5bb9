// SPDX-License-Identifier: Apache-2.0
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
