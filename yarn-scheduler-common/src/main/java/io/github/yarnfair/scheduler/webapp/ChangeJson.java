// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.yarnfair.scheduler.conf.LogText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.webapp.dao.QueueConfigInfo;
import org.apache.hadoop.yarn.webapp.dao.SchedConfUpdateInfo;
import org.jspecify.annotations.Nullable;

/**
 * Reads a change of the queues from JSON in each of the shapes that clients send: with the names of
 * the XML, {@code {"update-queue": {"queue-name": …, "params": {"entry": [{"key": …, "value":
 * …}]}}}}, with or without {@code sched-conf} around it, and with the names of Hadoop's fields,
 * {@code {"updateQueueInfo": [{"queue": …, "params": {key: value}}]}}, as {@code yarn
 * schedulerconf} of Hadoop 3.5 does. A list of one may be the element itself.
 */
final class ChangeJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ChangeJson() {}

  /**
   * Reads a request.
   *
   * @return null if the request is empty
   * @throws IOException if it is no JSON, or has a name or type that no client sends; the message
   *     says where, what, and what was expected
   */
  static @Nullable SchedConfUpdateInfo read(@Nullable String json) throws IOException {
    if (json == null || json.isBlank()) {
      return null;
    }
    JsonNode request = parse(json);
    if (request.size() == 1 && request.has("sched-conf")) {
      request = request.get("sched-conf");
    }
    if (!request.isObject()) {
      throw unexpected("the request", request, "an object");
    }
    SchedConfUpdateInfo change = new SchedConfUpdateInfo();
    for (Map.Entry<String, JsonNode> part : members(request)) {
      add(part.getKey(), part.getValue(), change);
    }
    return change;
  }

  private static JsonNode parse(String json) throws IOException {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IOException("The request is no JSON: " + e.getOriginalMessage(), e);
    }
  }

  private static void add(String name, JsonNode value, SchedConfUpdateInfo change)
      throws IOException {
    switch (name) {
      case "remove-queue", "removeQueueInfo" -> {
        for (JsonNode queue : elements(value)) {
          change.getRemoveQueueInfo().add(text(name, queue));
        }
      }
      case "add-queue", "addQueueInfo" -> addQueues(name, value, change.getAddQueueInfo());
      case "update-queue", "updateQueueInfo" -> addQueues(name, value, change.getUpdateQueueInfo());
      case "global-updates", "globalParams" -> addProperties(name, value, change.getGlobalParams());
      case "subClusterId" -> {
        // There are no clusters below this one.
      }
      default ->
          throw unexpected(
              name, value, "add-queue, update-queue, remove-queue or global-updates as the name");
    }
  }

  private static List<Map.Entry<String, JsonNode>> members(JsonNode object) {
    List<Map.Entry<String, JsonNode>> members = new ArrayList<>();
    object.fields().forEachRemaining(members::add);
    return members;
  }

  private static List<JsonNode> elements(JsonNode value) {
    List<JsonNode> elements = new ArrayList<>();
    if (value.isArray()) {
      value.forEach(elements::add);
    } else if (!value.isNull()) {
      elements.add(value);
    }
    return elements;
  }

  private static void addQueues(String name, JsonNode value, List<QueueConfigInfo> queues)
      throws IOException {
    for (JsonNode queue : elements(value)) {
      String path = null;
      Map<String, @Nullable String> params = new HashMap<>();
      if (!queue.isObject()) {
        throw unexpected(name, queue, "an object with queue-name and params");
      }
      for (Map.Entry<String, JsonNode> part : members(queue)) {
        switch (part.getKey()) {
          case "queue-name", "queue" -> path = text(name + ".queue-name", part.getValue());
          case "params" -> addProperties(name + ".params", part.getValue(), params);
          default ->
              throw unexpected(
                  name + "." + part.getKey(), part.getValue(), "queue-name or params as the name");
        }
      }
      queues.add(new QueueConfigInfo(path, params));
    }
  }

  /** Reads keys with values, as a map or as entries. */
  private static void addProperties(
      String name, JsonNode value, Map<String, @Nullable String> properties) throws IOException {
    for (JsonNode part : elements(value)) {
      if (!part.isObject()) {
        throw unexpected(name, part, "an object");
      } else if (part.size() == 1 && part.path("entry").isContainerNode()) {
        addProperties(name + ".entry", part.get("entry"), properties);
      } else if (part.has("key")) {
        properties.put(text(name + ".key", part.get("key")), text(name, part.get("value")));
      } else {
        for (Map.Entry<String, JsonNode> property : members(part)) {
          properties.put(
              property.getKey(), text(name + "." + property.getKey(), property.getValue()));
        }
      }
    }
  }

  private static @Nullable String text(String name, @Nullable JsonNode value) throws IOException {
    if (value == null || value.isNull()) {
      return null;
    }
    if (!value.isValueNode()) {
      throw unexpected(name, value, "a text");
    }
    return value.asText();
  }

  private static IOException unexpected(String name, JsonNode value, String expected) {
    return new IOException(
        "%s = %s: expected %s".formatted(LogText.of(name), LogText.of(value.toString()), expected));
  }
}
