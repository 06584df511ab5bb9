// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks JSON against the keywords of JSON Schema that the suite's schema uses; refuses others. */
final class SchemaCheck {
  private static final Set<String> KNOWN =
      Set.of(
          "$schema",
          "$defs",
          "$ref",
          "title",
          "description",
          "type",
          "properties",
          "required",
          "additionalProperties",
          "items",
          "minItems",
          "minLength",
          "minProperties",
          "maxProperties",
          "minimum",
          "exclusiveMinimum");

  private final JsonNode root;
  private final List<String> errors = new ArrayList<>();

  private SchemaCheck(JsonNode root) {
    this.root = root;
  }

  /** Returns what is wrong. */
  static List<String> errors(JsonNode schema, JsonNode json) {
    SchemaCheck check = new SchemaCheck(schema);
    check.check(schema, json, "");
    return check.errors;
  }

  private void check(JsonNode schema, JsonNode json, String at) {
    schema
        .fieldNames()
        .forEachRemaining(key -> expect(KNOWN.contains(key), at, "keyword " + key + " is known"));
    if (schema.has("$ref")) {
      check(root.at(schema.get("$ref").asText().substring(1)), json, at);
    }
    if (schema.has("type")) {
      expect(isOfType(json, schema.get("type").asText()), at, schema.get("type").asText());
    }
    checkBounds(schema, json, at);
    if (json.isObject()) {
      checkMembers(schema, json, at);
    }
    for (int i = 0; i < json.size() && json.isArray() && schema.has("items"); i++) {
      check(schema.get("items"), json.get(i), at + "[" + i + "]");
    }
  }

  private void checkBounds(JsonNode schema, JsonNode json, String at) {
    for (String key : List.of("minItems", "minProperties")) {
      expect(!schema.has(key) || json.size() >= schema.get(key).asInt(), at, key);
    }
    expect(
        !schema.has("maxProperties") || json.size() <= schema.get("maxProperties").asInt(),
        at,
        "maxProperties");
    expect(
        !schema.has("minLength") || json.asText().length() >= schema.get("minLength").asInt(),
        at,
        "minLength");
    expect(
        !schema.has("minimum") || json.asDouble() >= schema.get("minimum").asDouble(),
        at,
        "minimum");
    expect(
        !schema.has("exclusiveMinimum")
            || json.asDouble() > schema.get("exclusiveMinimum").asDouble(),
        at,
        "exclusiveMinimum");
  }

  private void checkMembers(JsonNode schema, JsonNode json, String at) {
    schema.path("required").forEach(key -> expect(json.has(key.asText()), at, key + " is there"));
    JsonNode more = schema.path("additionalProperties");
    for (Map.Entry<String, JsonNode> member : json.properties()) {
      String path = at + "." + member.getKey();
      JsonNode own = schema.path("properties").path(member.getKey());
      if (!own.isMissingNode()) {
        check(own, member.getValue(), path);
      } else if (more.isObject()) {
        check(more, member.getValue(), path);
      } else {
        expect(!more.isBoolean() || more.asBoolean(), path, "no such key");
      }
    }
  }

  private static boolean isOfType(JsonNode json, String type) {
    return switch (type) {
      case "object" -> json.isObject();
      case "array" -> json.isArray();
      case "string" -> json.isTextual();
      case "integer" -> json.isIntegralNumber();
      case "boolean" -> json.isBoolean();
      case "number" -> json.isNumber();
      default -> false;
    };
  }

  private void expect(boolean holds, String at, String what) {
    if (!holds) {
      errors.add(at + ": " + what);
    }
  }
}
