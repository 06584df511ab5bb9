// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A field of a JSON file with its line and path, so that an error message can name line and field,
 * the value found and what was expected.
 */
final class Field {
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final Path file;
  private final Map<JsonPointer, Integer> lines;
  private final JsonPointer pointer;
  private final JsonNode node;

  private Field(Path file, Map<JsonPointer, Integer> lines, JsonPointer pointer, JsonNode node) {
    this.file = file;
    this.lines = lines;
    this.pointer = pointer;
    this.node = node;
  }

  /** Reads a file's one value. */
  static Field read(Path file) throws ScenarioException {
    try {
      String text = Files.readString(file);
      JsonNode node = MAPPER.readTree(text);
      return new Field(file, lines(text), JsonPointer.empty(), node);
    } catch (JsonProcessingException e) {
      throw new ScenarioException(
          "%s:%d: not JSON: %s"
              .formatted(file, e.getLocation().getLineNr(), e.getOriginalMessage()));
    } catch (NoSuchFileException e) {
      throw new ScenarioException(file + ": no such file");
    } catch (CharacterCodingException e) {
      throw new ScenarioException(file + ": not a text file in UTF-8");
    } catch (IOException e) {
      throw new ScenarioException(file + ": cannot be read: " + e.getMessage());
    }
  }

  /** Returns whether there is such a member and it is not null. */
  boolean has(String name) {
    return node.hasNonNull(name);
  }

  /** Returns a member, null or not. */
  Field get(String name) throws ScenarioException {
    if (!node.isObject()) {
      throw error("an object");
    }
    if (!node.has(name)) {
      throw new ScenarioException(where() + ": has no field \"" + name + "\"");
    }
    return new Field(file, lines, pointer.appendProperty(name), node.get(name));
  }

  /** Returns the members of an object by name, in their order. */
  Map<String, Field> members() throws ScenarioException {
    if (!node.isObject()) {
      throw error("an object");
    }
    Map<String, Field> members = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      JsonPointer to = pointer.appendProperty(member.getKey());
      members.put(member.getKey(), new Field(file, lines, to, member.getValue()));
    }
    return members;
  }

  /** Returns the elements of an array. */
  List<Field> elements() throws ScenarioException {
    if (!node.isArray()) {
      throw error("an array");
    }
    List<Field> elements = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      elements.add(new Field(file, lines, pointer.appendIndex(i), node.get(i)));
    }
    return elements;
  }

  boolean isArray() {
    return node.isArray();
  }

  boolean isNull() {
    return node.isNull();
  }

  String text() throws ScenarioException {
    if (!node.isTextual() || node.textValue().isEmpty()) {
      throw error("a text");
    }
    return node.textValue();
  }

  boolean bool() throws ScenarioException {
    if (!node.isBoolean()) {
      throw error("true or false");
    }
    return node.booleanValue();
  }

  /** Returns a whole number, at least 0. */
  long count() throws ScenarioException {
    if (!node.isIntegralNumber() || !node.canConvertToLong() || node.longValue() < 0) {
      throw error("a whole number, at least 0");
    }
    return node.longValue();
  }

  /** Returns a whole number, at least 0, that fits an int. */
  int smallCount() throws ScenarioException {
    if (count() > Integer.MAX_VALUE) {
      throw error("a whole number, at most " + Integer.MAX_VALUE);
    }
    return (int) count();
  }

  /** Returns a number, at least 0. */
  double number() throws ScenarioException {
    if (!node.isNumber() || node.doubleValue() < 0) {
      throw error("a number, at least 0");
    }
    return node.doubleValue();
  }

  /**
   * Returns a number, at least 0 and at most 10^12, without trailing zeros.
   *
   * @param most the most digits that it may have behind the point
   */
  BigDecimal decimal(int most) throws ScenarioException {
    if (!node.isNumber() || !(node.doubleValue() >= 0 && node.doubleValue() <= 1e12)) {
      throw error("a number, at least 0 and at most 10^12");
    }
    BigDecimal value = node.decimalValue().stripTrailingZeros();
    if (value.scale() > most) {
      throw error("a number with at most " + most + " decimals");
    }
    return value;
  }

  /** Returns a number that may be written as a text like "5/7". */
  double fraction() throws ScenarioException {
    if (!node.isTextual()) {
      return number();
    }
    String[] parts = node.textValue().split("/", 2);
    try {
      double denominator = parts.length == 1 ? 1.0 : Double.parseDouble(parts[1]);
      return Double.parseDouble(parts[0]) / denominator;
    } catch (NumberFormatException e) {
      throw error("a number or a fraction like \"5/7\"");
    }
  }

  /** Returns a vector of whole numbers. */
  long[] counts(int length) throws ScenarioException {
    List<Field> elements = elements();
    if (elements.size() != length) {
      throw error("an array of " + length + " numbers, one for each resource");
    }
    long[] counts = new long[length];
    for (int i = 0; i < length; i++) {
      counts[i] = elements.get(i).count();
    }
    return counts;
  }

  /** Returns the exception to throw if this field is not as expected. */
  ScenarioException error(String expected) {
    String found = node.toString();
    String shown = found.length() > 60 ? found.substring(0, 57) + "..." : found;
    return new ScenarioException("%s: %s: expected %s".formatted(where(), shown, expected));
  }

  private String where() {
    String field = pointer.matches() ? "" : ": " + pointer.toString().substring(1);
    return file + ":" + lines.getOrDefault(pointer, 1) + field.replace('/', '.');
  }

  private static Map<JsonPointer, Integer> lines(String text) throws IOException {
    Map<JsonPointer, Integer> lines = new HashMap<>();
    try (JsonParser parser = MAPPER.getFactory().createParser(text)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        JsonPointer pointer = parser.getParsingContext().pathAsPointer();
        lines.putIfAbsent(pointer, parser.currentTokenLocation().getLineNr());
      }
    }
    return lines;
  }
}
