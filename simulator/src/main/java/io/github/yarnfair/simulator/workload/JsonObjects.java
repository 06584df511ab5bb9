// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.workload;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The objects of a JSON file, each with the line where it begins. */
final class JsonObjects {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private JsonObjects() {}

  /** Returns the objects of a file that has them one after the other, or in an array. */
  static List<Fields> sequence(Path file) throws IOException {
    return read(
        file,
        parser -> {
          JsonToken first = parser.nextToken();
          return first == JsonToken.START_ARRAY ? parser.nextToken() : first;
        });
  }

  /** Returns the objects of the array that is the value of a field, wherever that is. */
  static List<Fields> ofArray(Path file, String field) throws IOException {
    return read(
        file,
        parser -> {
          JsonToken token = parser.nextToken();
          while (token != null
              && !(token == JsonToken.START_ARRAY && field.equals(parser.currentName()))) {
            token = parser.nextToken();
          }
          return token == null ? null : parser.nextToken();
        });
  }

  private interface Opening {
    @Nullable JsonToken first(JsonParser parser) throws IOException;
  }

  private static List<Fields> read(Path file, Opening opening) throws IOException {
    TextFile.checkReadable(file);
    List<Fields> objects = new ArrayList<>();
    try (JsonParser parser =
        MAPPER.createParser(Files.newBufferedReader(file, StandardCharsets.UTF_8))) {
      JsonToken token = opening.first(parser);
      while (token == JsonToken.START_OBJECT) {
        int line = parser.currentTokenLocation().getLineNr();
        JsonNode node = MAPPER.readTree(parser);
        objects.add(new Fields(new Where(file.toString(), line), node));
        token = parser.nextToken();
      }
      if (token != null && token != JsonToken.END_ARRAY) {
        throw new Where(file.toString(), parser.currentTokenLocation().getLineNr())
            .refuse("\"" + parser.getText() + "\"", "a JSON object");
      }
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw new Where(file.toString(), line).refuse(e.getOriginalMessage(), "JSON");
    }
    return objects;
  }

  /**
   * An object.
   *
   * @param where it begins
   */
  record Fields(Where where, JsonNode node) {
    boolean has(String name) {
      return node.hasNonNull(name);
    }

    /** Returns a field as text; empty if there is none. */
    String optional(String name) {
      return has(name) ? node.get(name).asText() : "";
    }

    String text(String name) throws InputException {
      if (optional(name).isEmpty()) {
        throw where.refuse("no \"" + name + "\"", "a name");
      }
      return optional(name);
    }

    /** Returns a whole number of at least a bound. */
    long number(String name, long least) throws InputException {
      if (!has(name)) {
        throw where.refuse("no \"" + name + "\"", "a whole number of at least " + least);
      }
      return where.number(name, optional(name), least);
    }

    long number(String name, long least, long otherwise) throws InputException {
      return has(name) ? number(name, least) : otherwise;
    }

    /** Returns the objects of an array. */
    List<Fields> array(String name) throws InputException {
      JsonNode array = node.get(name);
      if (array == null || !array.isArray() || array.isEmpty()) {
        throw where.refuse(
            array == null ? "no \"" + name + "\"" : name + " " + array,
            "an array of at least one object");
      }
      List<Fields> objects = new ArrayList<>();
      for (JsonNode element : array) {
        if (!element.isObject()) {
          throw where.refuse(name + " with " + element, "objects alone");
        }
        objects.add(new Fields(where, element));
      }
      return objects;
    }
  }
}
